/** What errors call a connection that was not opened here. */
export const adopted = '(the connection that was given)';

/** True when an object has these methods: packages are told apart by them, whatever copy of one a program has. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
