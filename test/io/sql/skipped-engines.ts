/** In CI an engine that is not installed fails the tests; elsewhere they say why they are skipped. */
export const ci = process.env.CI === 'true';

/** The name of tests of an engine. */
export const named = (name: string, isThere: boolean): string =>
  isThere ? name : `${name} (SKIPPED: not installed; apt-get install it to run these tests)`;
