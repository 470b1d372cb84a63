import { columnCases } from './column-cases.js';
import { conditionCases } from './condition-cases.js';
import { cutCases } from './cut-cases.js';
import { groupCases } from './group-cases.js';
import { kOptimizeCases } from './k-optimize-cases.js';
import type { KernelCase } from './kernel-case.js';
import { lineCases } from './line-cases.js';
import { memoryCases } from './memory-cases.js';
import { mondrianCases } from './mondrian-cases.js';
import { nodeSetCases } from './node-set-cases.js';
import { tableCases } from './table-cases.js';

/** Uses of every kernel, small ones: those that all engines must answer alike, and that mutants of the kernels are held to. */
export const kernelCases: readonly KernelCase[] = [
  ...columnCases,
  ...conditionCases,
  ...tableCases,
  ...cutCases,
  ...mondrianCases,
  ...groupCases,
  ...nodeSetCases,
  ...kOptimizeCases,
  ...lineCases,
  ...memoryCases,
];
