/** Exports of both entry points of the package, names only. */
export { auditRelease } from './pipeline/audit-release.js';
export { audit } from './audit/audit.js';
export { listAlgorithms } from './pipeline/catalogue.js';
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
} from './base/errors.js';
export { buildHierarchy } from './hierarchy/build-hierarchy.js';
export { parseLevelsText } from './hierarchy/parse-levels.js';
export { parseJob } from './pipeline/parse-job.js';
export { listErrors } from './base/list-errors.js';
export { parseJobText } from './pipeline/parse-job-text.js';
export { csvChunksInOrder } from './pipeline/in-order.js';
export { defineJob } from './pipeline/typed-job.js';
export { applyRecoding } from './pipeline/recoding/apply-recoding.js';
export { readForJob } from './pipeline/read-for-job.js';
export { proposeJob } from './assess/proposal/propose-job.js';
export { findRepeatedPersons } from './assess/persons/find-persons.js';
export { jobText } from './assess/proposal/job-text.js';
export type { KeepingCost } from './assess/proposal/keeping-costs.js';
export { goals } from './assess/proposal/goal.js';
export { checkComposition } from './assess/attacks/check-composition.js';
export { attackComposition } from './assess/attacks/composition.js';
export { attackDowncoding } from './assess/attacks/downcoding.js';
export { attackHistory } from './assess/attacks/history.js';
export { attackHomogeneity } from './assess/attacks/homogeneity.js';
export { attackLinkage } from './assess/attacks/linkage.js';
export { attackMinimality } from './assess/attacks/minimality.js';
export { attackUniqueness } from './assess/attacks/released-uniqueness.js';
export { estimatePopulationUniques } from './privacy/uniques/population-uniques.js';
export type { PopulationUniques, UniquesEstimator } from './privacy/uniques/population-uniques.js';
export { attackMembership } from './assess/attacks/membership-attack.js';
export { measurePermutation } from './assess/attacks/permutation-measures.js';
export { frequencyCounts } from './assess/attacks/frequency-counts.js';
export { individualRisk } from './assess/attacks/individual-risk.js';
export { sudaContributions, sudaScores } from './assess/attacks/suda.js';
export type { SudaContribution, SudaOptions } from './assess/attacks/suda.js';
export { toJson } from './release/to-json.js';
export { tableFromRows } from './io/from-rows.js';
export { readTable } from './io/read-table.js';
export { readCsv, readCsvCounted } from './io/csv/read-csv.js';
export { Table } from './table/table.js';
export { csvChunks } from './io/csv/write-csv.js';
export { version } from './base/version.js';

export type { TracePoint } from './algorithms/algorithm.js';
export type { StartThread, Thread, ThreadEvents } from './base/team.js';
export type { Anonymize } from './pipeline/anonymize.js';
export type { SampledColumn } from './pipeline/run-values.js';
export type { Preview, PreviewOptions, PreviewRun } from './pipeline/preview.js';
export type { Explain, ExplainOptions } from './pipeline/explain.js';
export type { PlannedColumn, ReleasedAs, RunPlan } from './pipeline/explained-run.js';
export type { AuditedMetrics } from './audit/metrics/list.js';
export type { AuditReport, AuditedModel } from './audit/report.js';
export type { AuditSpec } from './audit/spec.js';
export type { AlgorithmInfo, Catalogue, MetricInfo } from './pipeline/catalogue.js';
export type { Compare, CompareOptions, ComparedRun, Comparison } from './assess/compare.js';
export type { Engine, EngineName, EngineVariant } from './engine/engine.js';
export type { ErrorInfo, ExitCode } from './base/errors.js';
export type { AccuracyReference } from './assess/accuracy/accuracy.js';
export type { Classifier } from './assess/accuracy/classifier.js';
export type { Hierarchy, HierarchyLevel } from './hierarchy/hierarchy.js';
export type { Inspect, InspectedColumn, Inspection } from './assess/inspect.js';
export type {
  AlgorithmSpec,
  AttributeSpec,
  HierarchySpec,
  HierarchyTree,
  InputLimits,
  InputSpec,
  CheckedJob,
  Job,
  OutputSpec,
  PrivacySpec,
  Role,
  SuppressionSpec,
} from './job/job.js';
export type { ConstantColumn, RepeatedPersons } from './assess/persons/find-persons.js';
export type { Goal } from './assess/proposal/goal.js';
export type { JobTextOptions } from './assess/proposal/job-text.js';
export type { Reasoned } from './assess/proposal/goal-algorithm.js';
export type { ProposedJob, ProposeOptions, PublicPeople } from './assess/proposal/propose-job.js';
export type { ProposedModel } from './assess/proposal/propose-models.js';
export type { NamedColumns, ProposedColumn } from './assess/proposal/propose-roles.js';
export type { OptionInfo, ValueInfo } from './job/option-info.js';
export type { PrivacyResult } from './privacy/model.js';
export type { Metrics } from './quality/metrics.js';
export type { CheckedAttribute, CompositionCheck } from './assess/attacks/check-composition.js';
export type { ComposedAttribute, ComposedRelease, CompositionReport } from './assess/attacks/composition.js';
export type { DowncodedAttribute, DowncodingOptions, DowncodingReport } from './assess/attacks/downcoding.js';
export type { HomogeneityReport, HomogeneousAttribute } from './assess/attacks/homogeneity.js';
export type { MinimalityOptions, MinimalityReport } from './assess/attacks/minimality.js';
export type { HistoryOptions, HistoryReport } from './assess/attacks/history.js';
export type { LinkageReport, LinkageRisk } from './assess/attacks/linkage.js';
export type { MembershipOptions, MembershipReport } from './assess/attacks/membership-attack.js';
export type { PermutationMeasures } from './assess/attacks/permutation-measures.js';
export type { FrequencyCounts, FrequencyOptions } from './assess/attacks/frequency-counts.js';
export type { RiskMethod } from './assess/attacks/individual-risk.js';
export type { UniquenessAttackOptions, UniquenessReport } from './assess/attacks/released-uniqueness.js';
export type { Uniqueness } from './assess/attacks/uniqueness.js';
export type { Progress, RunOptions } from './pipeline/options.js';
export type { InOrderOptions } from './pipeline/in-order.js';
export type { JobInput, ReadForJobOptions } from './pipeline/read-for-job.js';
export type { AppliedRecoding, ApplyOptions } from './pipeline/recoding/apply-recoding.js';
export type { ApplicableRecoding, KeptRecoding, OtherRecoding } from './pipeline/recoding/recoding.js';
export type { AlgorithmName, AlgorithmOptions } from './algorithms/list.js';
export type { TypedJob } from './pipeline/typed-job.js';
export type {
  CutNodesSolution,
  CutsSolution,
  GroupsSolution,
  LevelsSolution,
  PermutationSolution,
  RegionsSolution,
  SetsSolution,
  Solution,
} from './pipeline/solution.js';
export type { AnonymizeResult, RunResult } from './pipeline/result.js';
export type { CsvSource, ReadCountedOptions, ReadCsvOptions } from './io/csv/read-csv.js';
export type { FromRowsOptions } from './io/from-rows.js';
export type { ReadTableOptions, TableReader, TableSource } from './io/read-table.js';
export type { Cell, TableColumns, TableRow } from './table/rows-out.js';
export type { ArrowModule, ArrowTable } from './table/to-arrow.js';
export type { Codes, Column, ColumnType, Warning } from './table/table.js';
