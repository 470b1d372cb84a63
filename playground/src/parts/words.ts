/** Numbers and models in the words of this page, which are those of the report. */
export {
  algorithmFor,
  auditedRisks,
  formatCount as count,
  formatCounted as counted,
  formatPercent as percent,
  formatQuantity as quantity,
  goals,
  isDetail,
  kOf,
  modelTitle,
  nounOfRows,
  orderNote,
  parameterText,
  proposePresence,
  rowsOfPeople,
  suppressionFor,
  type UnitNoun,
  unitNoun,
  type VerdictLine,
  verdictLines,
  warningLines,
} from 'kohort/assess';

/** A text in which no line breaks between a number and its %. */
export const unbroken = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%');
