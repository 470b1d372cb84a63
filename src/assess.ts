/**
 * `kohort/assess`: for pages and programs that show people what a release reveals and keeps. Attacks, uniqueness and accuracy; a release read in
 * the values of its original; verdicts, warnings and promises in words; parts of a proposed job. Names only.
 */
export { attackComposition } from './assess/attacks/composition.js';
export { attackDowncoding } from './assess/attacks/downcoding.js';
export { attackHistory } from './assess/attacks/history.js';
export { attackHomogeneity } from './assess/attacks/homogeneity.js';
export { attackLinkage } from './assess/attacks/linkage.js';
export { attackMembership } from './assess/attacks/membership-attack.js';
export { attackMinimality } from './assess/attacks/minimality.js';
export { attackUniqueness } from './assess/attacks/released-uniqueness.js';
export { estimatePopulationUniques } from './privacy/uniques/population-uniques.js';
export type { PopulationUniques, UniquesEstimator } from './privacy/uniques/population-uniques.js';
export { frequencyCounts } from './assess/attacks/frequency-counts.js';
export { individualRisk } from './assess/attacks/individual-risk.js';
export { sudaContributions, sudaScores } from './assess/attacks/suda.js';
export { compareUniqueness } from './assess/compare-uniqueness.js';
export type { CompareUniquenessOptions, UniqueSet, UniqueSets } from './assess/compare-uniqueness.js';
export { countAlikeRows } from './assess/count-alike-rows.js';

export { ReadRelease } from './assess/read-release.js';
export type { ReadColumn, ReadReleaseOptions } from './assess/read-release.js';
export { findSuppressedRows } from './assess/suppressed-rows.js';
export type { SuppressedRowsOptions } from './assess/suppressed-rows.js';
export { parseValue } from './audit/values.js';

export { studyAccuracy } from './assess/accuracy/accuracy.js';
export type { AccuracyReference, AccuracyStudy } from './assess/accuracy/accuracy.js';
export { markPareto } from './assess/accuracy/pareto.js';
export type { Criterion } from './assess/accuracy/pareto.js';
export { binClassSizes } from './report/pictures/size-bins.js';
export type { SizeBin } from './report/pictures/size-bins.js';

export { orderNote, verdictLines } from './report/verdict.js';
export type { Judged, VerdictLine } from './report/verdict.js';
export { isDetail, warningLines } from './report/warning-lines.js';
export type { WarningLine } from './report/warning-lines.js';
export { hidesFigures, publishAudit, publishResult } from './pipeline/publish-figures.js';
export { auditedRisks } from './report/risk-figures.js';
export type { AuditedSizes, RiskFigures } from './report/risk-figures.js';
export { modelTitle, parameterText } from './report/words.js';
export { isMadeOfValues } from './hierarchy/kinds.js';
export { promiseOf } from './report/promises.js';
export { uniquesLines, uniquesOfJob, uniquesOfRelease } from './report/uniques-words.js';
export { queryErrorText } from './report/words.js';
export type { Promised } from './report/promises.js';
export { groupNoun } from './base/group-noun.js';
export type { GroupNoun } from './base/group-noun.js';
export { nounOfRows, rowsOfPeople, unitNoun } from './base/unit.js';
export type { CountedJob, UnitNoun } from './base/unit.js';
export {
  count as formatCount,
  counted as formatCounted,
  percent as formatPercent,
  quantity as formatQuantity,
} from './base/numbers.js';
export { watchPhases } from './base/time-left.js';

export { goals } from './assess/proposal/goal.js';
export type { Goal } from './assess/proposal/goal.js';
export { algorithmFor, suppressionFor } from './assess/proposal/goal-algorithm.js';
export type { Reasoned } from './assess/proposal/goal-algorithm.js';
export { proposePresence } from './assess/proposal/propose-models.js';
export type { ProposedModel } from './assess/proposal/propose-models.js';
export { suggestLevels } from './assess/proposal/level-hierarchies.js';
export { proposeHierarchy } from './hierarchy/propose-hierarchy.js';
export { DEFAULT_K } from './assess/proposal/default-k.js';
export { kOf } from './job/k-of.js';
export { describedColumns, fitsPattern, isPattern, keyOfName, nameOfKey, patternsFor, specOf } from './job/patterns.js';
export {
  describeRepeated,
  namedColumns,
  NO_KEY,
  ONE_ROW,
  ROW_QUESTION,
  severalRows,
} from './assess/persons/row-question.js';
