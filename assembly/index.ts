/** The ABI: re-exports only. Every exported function is described in its own file. */
export { heapBase, growTo } from './arena';
export { loadCodesInto, gatherCodesInto, largestCode } from './columns';
export { checkConditionInto } from './conditions';
export { cutPath, cutSumLines, cutSumSizes, cutToggles } from './cut-evaluator';
export { cutFillLines } from './cut-lines';
export { groupRows, rehash, cleanDirect } from './grouping';
export { countPerClassInto } from './histogram';
export { searchNodes } from './k-optimize/search';
export { lineAdd, lineSkip } from './lines';
export { mondrianPack, mondrianNumber, mondrianStep, mondrianFinish } from './mondrian';
export {
  nodeBlocks,
  nodeCells,
  nodeGroup,
  nodeGroupWide,
  nodeMerge,
  nodeMove,
  nodeRuns,
  nodeSmallBlocks,
  nodeSortDigit,
  nodeSum,
} from './node-sets';
export { countPartitions, scatterRows, numberPartition, renumberInto, spreadIds } from './partitioned';
export { sumClassesInto, sumMinorities } from './quality';
