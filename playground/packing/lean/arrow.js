/** In the place of Arrow: what kohort reads and writes with. */
export {
  Dictionary, Field, Float64, Int32, makeData, makeVector, RecordBatch, RecordBatchReader, Schema, Struct, Table, tableToIPC, Utf8,
} from '../../../node_modules/apache-arrow/Arrow.mjs'; // prettier-ignore
