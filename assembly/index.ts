/** The ABI: re-exports only. Every exported function is described in its own file. */
export { heapBase, growTo, wipe } from './arena';
export { listsJudge, listsMerge } from './code-lists';
export { combinationsScan } from './combination-scan';
export { loadCodes, gatherCodes, largestCode } from './columns';
export { checkConditionInto } from './conditions';
export { cutPath, cutSumLines, cutSumSizes, cutToggles } from './cut-evaluator';
export { cutFillLines } from './cut-lines';
export { groupRows, rehash, cleanDirect } from './grouping';
export { hilbertKeys } from './hilbert';
export { countPerClass } from './histogram';
export { searchNodes } from './k-optimize/search.generated';
export { cellAdd, cellsTake } from './cells';
export { lineAdd, lineSkip } from './lines';
export { runsCheapest, runsGreedy } from './line-runs';
export { memberChange, memberCompact, memberFarthest, memberNearest, memberStart, memberTake } from './member-scan';
export { mondrianPack, mondrianNumber, mondrianStep, mondrianFinish } from './mondrian';
export { meanDistance, meanNearest } from './nearest-means';
export {
  nodeAddHistograms,
  nodeBlocks,
  nodeField,
  nodeGroup,
  nodeGroupWide,
  nodeMove,
  nodeRuns,
  nodeSmallBlocks,
  nodeSortDigit,
  nodeSum,
  nodeWeights,
} from './node-sets';
export { countPartitions, scatterRows, numberPartition, renumber, spreadIds } from './partitioned';
export { pointAround, pointFarthest, pointJoin, pointTake } from './point-scan';
export { sumClassesInto, sumMinorities } from './quality';
