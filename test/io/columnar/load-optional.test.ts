import { describe, expect, it } from 'vitest';
import { loadOptional } from '../../../src/io/columnar/load-optional.js';

const missing = async (): Promise<never> => {
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
};

describe('an optional package that is not installed', () => {
  it('is named with all that are of no use without it, and where to install them', async () => {
    await expect(loadOptional('hyparquet-writer', missing)).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      message: expect.stringContaining(
        '"npm install hyparquet hyparquet-compressors hyparquet-writer" (with --global, if kohort was)',
      ) as string,
    });
    await expect(loadOptional('pg', missing)).rejects.toThrow('"npm install pg" (with --global');
  });

  it('passes on what else is wrong with a package', async () => {
    const broken = new Error('broken');
    await expect(loadOptional('pg', () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
