import type { AuditReport, History, PlainRisk, PopulationRisk } from '../audit/report.js';
import { nameColumns } from '../base/name-columns.js';
import { counted, percent, quantity } from '../base/numbers.js';
import { countGroups, groupNoun } from '../base/group-noun.js';
import { plural } from '../base/plural.js';
import { shortList } from '../base/short-list.js';
import { countRows, inUnits, rowOf, type UnitNoun, unitNoun } from '../base/unit.js';
import { type ColumnsPlan, isWithheld, namedColumns, plannedRole, pseudonymColumns } from '../job/plan.js';
import type { RunResult } from '../pipeline/result.js';

/** Input of a verdict: a result, or the report of an audit. */
export type Judged = Pick<
  RunResult | AuditReport,
  'rows' | 'suppressed' | 'classes' | 'privacy' | 'exposure' | 'risk' | 'oneValued'
> &
  Partial<Pick<RunResult, 'warnings' | 'history'>> &
  Partial<Pick<AuditReport, 'personsRecounted' | 'areBounds'>>;

/** A line of a verdict. */
export interface VerdictLine {
  /** The line, without a full stop. */
  readonly text: string;
  /** False where people have to decide. */
  readonly isSafe: boolean;
  /** Its subject. */
  readonly about:
    | 'exposure'
    | 'one-valued'
    | 'history'
    | 'risk'
    | 'household'
    | 'population'
    | 'suppressed'
    | 'not-released'
    | 'pseudonym';
  /** The columns that somebody has to decide on. */
  readonly columns: readonly string[];
}

/**
 * Facts about a release before any model: rare values that it shows, classes that disclose a sensitive value, the largest risk of a row, or of a
 * person where the job says that rows are people, and the suppressed rows. Names and counts, never a cell.
 */
export function verdictLines(judged: Judged, said = unitNoun()): VerdictLine[] {
  // An audit that could not count persons has figures of rows.
  const noun = judged.personsRecounted === false ? unitNoun() : said;
  const { rows, suppressed, classes, exposure, oneValued } = judged;
  const lines: VerdictLine[] = [];
  if (exposure !== null) {
    const exposed = Object.entries(exposure)
      .filter(([, shows]) => shows.rows > 0)
      .sort(([, a], [, b]) => b.rows - a.rows);
    const shown = exposed.map(
      ([name, each]) => `${JSON.stringify(name)} (${counted(each.texts, 'text')} in ${countRows(each.rows, noun)})`,
    );
    lines.push({
      text: `rare values shown: ${shown.length === 0 ? 'none' : shortList(shown)}`,
      isSafe: shown.length === 0,
      about: 'exposure',
      columns: exposed.map(([name]) => name),
    });
  }
  if (Object.keys(oneValued).length > 0) {
    const known = Object.entries(oneValued)
      .filter(([, each]) => (each.folded ?? each).classes > 0)
      .sort(([, a], [, b]) => (b.folded ?? b).rows - (a.folded ?? a).rows);
    const alone = known.map(([name, each]) => {
      const { classes: whole, rows: those, persons } = each.folded ?? each;
      const ofThem =
        persons === undefined || noun.hasSeveral !== true ? '' : ` of ${counted(persons, 'person', 'people')}`;
      const spelled = whole === each.classes ? '' : `, ${quantity(each.classes)} if spellings count`;
      return `${quantity(whole)} of ${JSON.stringify(name)} (${countRows(those, noun)}${ofThem}${spelled})`;
    });
    const groups = groupNoun(judged.risk);
    const those = `${shortList(alone)}, of ${countGroups(classes, groups)}`;
    lines.push({
      text: `${groups.many} ${noun.hasSeveral === true ? 'whose people all hold' : 'with'} one sensitive value: ${alone.length === 0 ? 'none' : those}`,
      isSafe: alone.length === 0,
      about: 'one-valued',
      columns: known.map(([name]) => name),
    });
  }
  if (judged.history !== undefined && judged.history.length > 0) lines.push(historyLine(judged.history));
  const ofRisk = riskLine(judged, noun);
  if (ofRisk !== null) lines.push(ofRisk);
  if (judged.risk.households !== undefined) lines.push(householdLine(judged.risk));
  if (judged.risk.population !== undefined) lines.push(populationLine(judged.risk.population, noun));
  const share = rows === 0 ? 0 : suppressed / rows;
  lines.push({
    text: `suppressed: ${quantity(suppressed)} of ${countRows(rows, noun)} (${percent(share)})`,
    isSafe: true,
    about: 'suppressed',
    columns: [],
  });
  return lines.map((line) => ({ ...line, text: inUnits(line.text, noun) }));
}

/** Disclosure by classes with the rows of one person together, about values that are the same in all of them: a lower bound. */
function historyLine(history: readonly History[]): VerdictLine {
  const disclosed = history.filter(({ persons }) => persons > 0).sort((a, b) => b.persons - a.persons);
  const named = disclosed.map(
    ({ attribute, persons, fewest }) =>
      `${JSON.stringify(attribute)} of ${counted(persons, 'person', 'people')} at least (${quantity(fewest)} ${fewest === 1 ? 'value is' : 'values are'} left of the one known best)`,
  );
  return {
    text: `known to somebody who knows several rows of a person: ${named.length === 0 ? 'none found' : shortList(named)}`,
    isSafe: disclosed.length === 0,
    about: 'history',
    columns: disclosed.map(({ attribute }) => attribute),
  };
}

/** The largest risk of a row, or the chance of its values where they are permuted; null where no risk is defined. */
function riskLine({ risk, privacy, warnings = [], areBounds }: Judged, noun: UnitNoun): VerdictLine | null {
  if (risk.after === null) return null;
  const isSafe = risk.after < 1;
  const after = `${areBounds === true ? 'at most ' : ''}${percent(risk.after)}`;
  if (risk.of === 'bucket') {
    const code = 'MEMBERSHIP_NOT_PROTECTED';
    const named = warnings.some((warning) => warning.code === code) ? ` (${code})` : '';
    const isHidden = privacy.some(
      ({ model, required, holds }) => model === 'delta-presence' && required.max < 1 && holds,
    );
    const membership = isHidden ? '' : `; who is in the table is not hidden${named}`;
    const together =
      noun.hasSeveral === true ? '; all buckets with the quasi-identifiers of the row reveal more together' : '';
    const text = `chance to link a ${rowOf(noun)} with its own among the permuted values of its bucket: ${after} in the smallest bucket${together}${membership}`;
    return { text, isSafe: isHidden && isSafe, about: 'risk', columns: [] };
  }
  const before = risk.before === null ? '' : `${percent(risk.before)} in the input, `;
  const text = `largest risk of a ${noun.one} to be found: ${before}${after} in the release`;
  return { text, isSafe, about: 'risk', columns: [] };
}

/** The risk that a household is found by one of its members. */
function householdLine({ households, population }: PlainRisk): VerdictLine {
  const { before, after, differing } = households!;
  const about = 'household';
  if (after === null) return { text: 'risk of a household: it is not known', isSafe: true, about, columns: [] };
  const was = before === null ? '' : `${percent(before.largest)} in the input, `;
  const estimated = population?.households?.after ?? null;
  const also = estimated === null ? '' : ` (estimated in the population: ${percent(estimated.largest)})`;
  const apart =
    differing === null || differing === 0
      ? ''
      : `; members of ${counted(differing, 'household')} show different values of what is equal in the input`;
  const text = `largest risk of a household to be found by one of its members: ${was}${percent(after.largest)} in the release${also}${apart}`;
  return { text, isSafe: after.largest < 1, about, columns: [] };
}

/** Estimates for the population that a survey stands for. */
function populationLine({ people, before, after }: PopulationRisk, noun: UnitNoun): VerdictLine {
  const of = `estimated by the weights, in a population of about ${quantity(Math.round(people))}`;
  const shown = after ?? before;
  const about = 'population';
  if (shown === null) return { text: `${of}: no risk is known`, isSafe: true, about, columns: [] };
  const was = after === null || before === null ? '' : `${percent(before.largest)} in the input, `;
  const { largest, expected, fewest } = shown;
  const where = after === null ? 'in the input (for the release it is not known)' : 'in the release';
  const found = `${quantity(Number(expected.toPrecision(3)))} ${noun.many} expected to be found`;
  const text = `${of}: largest risk of a ${noun.one} to be found ${was}${percent(largest)} ${where}, ${found}, at least ${quantity(Math.floor(fewest))} people alike`;
  return { text, isSafe: largest < 1, about, columns: [] };
}

/** Assumption of a proof of a search for cuts, to follow "proven"; empty where it has none. */
export function orderNote({
  assumedOrder = [],
  algorithm,
}: Pick<RunResult, 'assumedOrder'> & { readonly algorithm: Readonly<Record<string, unknown>> }): string {
  if (assumedOrder.length === 0) return '';
  const { valueOrder } = algorithm;
  const order =
    valueOrder === 'class' ? 'share of the class' : valueOrder === 'co-occurrence' ? valueOrder : 'code point';
  return ` for this order of the texts of ${nameColumns(assumedOrder, { quote: true })} (by ${order})`;
}

/** The first line of a pseudonymous release; none of others. */
export function pseudonymLines(plan: ColumnsPlan): VerdictLine[] {
  const names = [...pseudonymColumns(plan).keys()];
  if (names.length === 0) return [];
  const text = `pseudonymous, not anonymous: with the key ${shortList(names.map((name) => JSON.stringify(name)))} ${plural(names.length, 'leads', 'lead')} back to the rows of the input`;
  return [{ text, isSafe: false, about: 'pseudonym', columns: names }];
}

/** The columns that a job names and does not release, each with its role; none where it releases all. */
export function notReleasedLines(plan: ColumnsPlan): VerdictLine[] {
  const left = namedColumns(plan).filter((name) => isWithheld(plan, name));
  if (left.length === 0) return [];
  const text = `not released: ${nameColumns(left, { label: (name) => ` (${plannedRole(plan, name)})` })}`;
  return [{ text, isSafe: true, about: 'not-released', columns: [] }];
}
