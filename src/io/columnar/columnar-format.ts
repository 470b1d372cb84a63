/** Formats of files that hold a column after the other. */
export type ColumnarFormat = 'parquet' | 'arrow';

/** The columnar format of a file by the ending of its name, or null. */
export function columnarFormatOf(name: string): ColumnarFormat | null {
  if (/\.parquet$/i.test(name)) return 'parquet';
  return /\.(arrow|feather|ipc)$/i.test(name) ? 'arrow' : null;
}
