/** Name in errors for a connection that was not opened here. */
export const adopted = '(the connection that was given)';

/** True when an object has these methods: they identify a package, whatever copy of it a program has. */
export const hasMethods = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
