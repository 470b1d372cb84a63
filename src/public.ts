/** What both entry points of the package offer, names only. */
export { auditRelease } from './audit-release.js';
export { audit } from './audit/audit.js';
export { listAlgorithms } from './catalogue.js';
export {
  AbortError,
  AuditError,
  CapacityError,
  EngineError,
  HierarchyError,
  InfeasibleError,
  InputError,
  InvalidArgumentError,
  KohortError,
  OutputError,
  ThreadError,
} from './errors.js';
export { buildHierarchy } from './hierarchy/build-hierarchy.js';
export { parseLevelsText } from './hierarchy/parse-levels.js';
export { parseJob } from './run/parse-job.js';
export { parseJobText } from './run/parse-job-text.js';
export { csvChunksInOrder } from './run/in-order.js';
export { readForJob } from './run/read-for-job.js';
export { checkComposition } from './risk/check-composition.js';
export { attackComposition } from './risk/composition.js';
export { attackDowncoding } from './risk/downcoding.js';
export { attackHomogeneity } from './risk/homogeneity.js';
export { attackLinkage } from './risk/linkage.js';
export { attackMinimality } from './risk/minimality.js';
export { attackMembership } from './risk/membership-attack.js';
export { measurePermutation } from './risk/permutation-measures.js';
export { frequencyCounts } from './risk/frequency-counts.js';
export { individualRisk } from './risk/individual-risk.js';
export { sudaScores } from './risk/suda.js';
export { toJson } from './release/to-json.js';
export { tableFromRows } from './table/from-rows.js';
export { readCsv, readCsvCounted } from './table/read-csv.js';
export { Table } from './table/table.js';
export { csvChunks } from './table/write-csv.js';
export { version } from './version.js';

export type { StartThread, Thread, ThreadEvents, TracePoint } from './algorithms/algorithm.js';
export type { Anonymize } from './anonymize.js';
export type { AuditedMetrics } from './audit/metrics/list.js';
export type { AuditReport, AuditedModel } from './audit/report.js';
export type { AuditSpec } from './audit/spec.js';
export type { AlgorithmInfo, Catalogue, MetricInfo } from './catalogue.js';
export type { Compare, CompareOptions, ComparedRun, Comparison } from './compare.js';
export type { Engine, EngineName, EngineVariant } from './engine/engine.js';
export type { ExitCode } from './errors.js';
export type { AccuracyReference } from './evaluation/accuracy.js';
export type { Classifier } from './evaluation/classifier.js';
export type { Hierarchy, HierarchyLevel } from './hierarchy/hierarchy.js';
export type { Inspect, InspectedColumn, Inspection } from './inspect.js';
export type {
  AlgorithmSpec,
  AttributeSpec,
  HierarchySpec,
  HierarchyTree,
  InputSpec,
  Job,
  OutputSpec,
  PrivacySpec,
  Role,
  SuppressionSpec,
} from './job/job.js';
export type { OptionInfo, ValueInfo } from './job/option-info.js';
export type { PrivacyResult } from './privacy/model.js';
export type { Metrics } from './quality/metrics.js';
export type { CheckedAttribute, CompositionCheck } from './risk/check-composition.js';
export type { ComposedAttribute, ComposedRelease, CompositionReport } from './risk/composition.js';
export type { DowncodedAttribute, DowncodingOptions, DowncodingReport } from './risk/downcoding.js';
export type { HomogeneityReport, HomogeneousAttribute } from './risk/homogeneity.js';
export type { MinimalityOptions, MinimalityReport } from './risk/minimality.js';
export type { LinkageReport, LinkageRisk } from './risk/linkage.js';
export type { MembershipOptions, MembershipReport } from './risk/membership-attack.js';
export type { PermutationMeasures } from './risk/permutation-measures.js';
export type { FrequencyCounts, FrequencyOptions } from './risk/frequency-counts.js';
export type { RiskMethod } from './risk/individual-risk.js';
export type { Uniqueness } from './risk/uniqueness.js';
export type { Progress, RunOptions } from './run/options.js';
export type { InOrderOptions } from './run/in-order.js';
export type { JobInput, ReadForJobOptions } from './run/read-for-job.js';
export type { AnonymizeResult, RunResult } from './run/result.js';
export type { CsvSource, ReadCountedOptions, ReadCsvOptions } from './table/read-csv.js';
export type { Codes, Column, ColumnType, Warning } from './table/table.js';
