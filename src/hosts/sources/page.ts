/**
 * `kohort/sources` in a page: the names of ./index.ts, where paths and addresses are refused, and DuckDB-WASM is the database.
 */
import type { DescribeInput, FileSource, ReadColumnar, ReadFile } from './file-source.js';
import { bindDescribeInput, bindFileSource, bindReadColumnar, bindReadFile } from './file-source.js';
import { pageHost } from './page-host.js';
import type { MakeSqlSource } from './sql-source.js';
import { bindSqlSource } from './sql-source.js';

export { anonymizeInto } from './anonymize-into.js';
export { arrowBytes, jsonBytes, parquetBytes } from './release-bytes.js';
export { readRelease } from './read-release.js';
export { releaseAsSql } from './release-as-sql.js';
export * from './reading.js';

export const fileSource: FileSource = /* @__PURE__ */ bindFileSource(pageHost);
export const describeInput: DescribeInput = /* @__PURE__ */ bindDescribeInput(pageHost);
export const readColumnar: ReadColumnar = /* @__PURE__ */ bindReadColumnar(pageHost);
export const readParquet: ReadFile = /* @__PURE__ */ bindReadFile(pageHost, 'parquet');
export const readArrow: ReadFile = /* @__PURE__ */ bindReadFile(pageHost, 'arrow');
export const readXlsx: ReadFile = /* @__PURE__ */ bindReadFile(pageHost, 'xlsx');
export const readNdjson: ReadFile = /* @__PURE__ */ bindReadFile(pageHost, 'ndjson');
export const sqlSource: MakeSqlSource = /* @__PURE__ */ bindSqlSource(pageHost);
