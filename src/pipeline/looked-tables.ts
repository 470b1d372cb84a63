import type { Table } from '../table/table.js';

/**
 * Tables that were searched for people with several rows when they were read, with columns that they lack now. Rows that differ in
 * those may be equal here.
 */
export const lookedTables = new WeakSet<Table>();
