/** In the place of `brotli.js` of hyparquet-compressors: its dictionary alone is 55 kB, and hardly any Parquet file is packed so. */
import { InputError } from 'kohort/client';

/** Says what to do with such a file. */
export function decompressBrotli(): never {
  const problem =
    'the Parquet file is packed by Brotli, which this page cannot unpack: write it with Snappy, Zstandard or gzip';
  throw new InputError('PARQUET_INVALID', problem);
}
