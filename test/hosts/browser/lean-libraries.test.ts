import { describe, expect, it } from 'vitest';
import { decompressBrotli } from '../../../playground/packing/lean/no-brotli.js';
import { InputError } from '../../../src/index.js';

describe('what stands in the place of parts of libraries in the page', () => {
  it('says of a Parquet file that is packed by Brotli what to do', () => {
    expect(decompressBrotli).toThrow(InputError);
    expect(decompressBrotli).toThrow(/Brotli.*write it with Snappy, Zstandard or gzip/);
  });
});
