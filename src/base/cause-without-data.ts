/**
 * Copies the name, the code and the stack of a foreign error, as the cause of an error of ours. Its message and its other fields are left out, since
 * they may quote a cell; programs log causes.
 */
export function causeWithoutData(error: unknown): Error {
  const { name, code, stack } = (typeof error === 'object' && error !== null ? error : {}) as Partial<
    Record<'name' | 'code' | 'stack', unknown>
  >;
  const kind = typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error';
  const isCode = (typeof code === 'string' && /^\w{1,60}$/.test(code)) || typeof code === 'number';
  const cause = new Error('its message is left out, since it may hold cells');
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => /^ {4}at /.test(line)) : [];
  const put = (key: string, value: unknown): unknown =>
    Object.defineProperty(cause, key, { value, configurable: true, writable: true });
  put('name', kind);
  put('stack', [`${kind}: ${cause.message}`, ...frames].join('\n'));
  return isCode ? Object.assign(cause, { code }) : cause;
}
