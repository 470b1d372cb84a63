/** Risks of a survey: of its households, and in the population that its rows stand for. */
import { countDiffering, householdsOf, measureHouseholds, plainRisks } from './household-risk.js';
import type { Located } from './located.js';
import { locateRows } from './located-rows.js';
import { type Persons, readPersons } from './persons.js';
import { measurePopulation, membersOf, readWeights, sumOfWeights } from './population-risk.js';
import type { Exposed, HouseholdRisk, PlainRisk, PopulationRisk } from './report.js';
import { checkRoundedWeights } from './rounded-weights.js';

/** A release that was read, with its original. */
interface SurveyInput extends Located {
  /** The persons of the original; null where rows are counted. */
  readonly persons: Persons | null;
  /** [quasi-identifiers][classes] code of the released label. */
  readonly codes: readonly Uint32Array[];
  readonly isPermuted: boolean;
}

/** Findings on a survey. */
interface JudgedSurvey {
  readonly risk: Pick<PlainRisk, 'households' | 'population'>;
  /** Released weights that few rows, or persons, share; null where weights are not released. */
  readonly exposed: Exposed | null;
}

/** Judges a survey; yields between stretches of the work. Warns WEIGHTS_NOT_COUNTED and HOUSEHOLDS_NOT_COUNTED of what cannot be measured. */
export function* judgeSurvey(
  input: SurveyInput,
  problems: string[],
  warn: (code: string, message: string, attribute?: string) => void,
): Generator<void, JudgedSurvey> {
  const { original, spec, persons, originalVectors, sizes } = input;
  const households = yield* readHouseholds(input, warn);
  const weights = readWeightsOf(input, warn);
  if (households === null && weights === null) return { risk: {}, exposed: null };
  const members = membersOf(original, persons);
  const vectors = yield* originalVectors.rows();
  const located = yield* locate(
    input,
    members,
    weights === null ? 'HOUSEHOLDS_NOT_COUNTED' : 'WEIGHTS_NOT_COUNTED',
    warn,
  );
  const plain = households === null ? null : householdRisk(input, households, members, { vectors, located });
  if (weights === null) return { risk: { households: plain ?? undefined }, exposed: null };
  const before = yield* measurePopulation(weights, vectors.groupOf, vectors.count);
  const after = located === null ? null : yield* measurePopulation(weights, located, sizes.length);
  const found: PopulationRisk = {
    people: sumOfWeights(weights),
    before: before.figures,
    after: after?.figures ?? null,
  };
  const ofHouseholds =
    households === null
      ? {}
      : {
          households: {
            before: measureHouseholds(households, members, before.risks),
            after: after === null ? null : measureHouseholds(households, members, after.risks),
          },
        };
  return {
    risk: { ...(plain === null ? {} : { households: plain }), population: { ...found, ...ofHouseholds } },
    exposed: checkReleased(input, spec.weight, located, problems),
  };
}

/** The households of the rows; null without a key of theirs. */
function* readHouseholds(
  { original, spec: { households: names = [] }, missing }: SurveyInput,
  warn: (code: string, message: string) => void,
): Generator<void, Persons | null> {
  if (names.length === 0) return null;
  const found = original.weights === null ? yield* readPersons(original, names, missing) : null;
  if (found !== null) return householdsOf(found);
  warn('HOUSEHOLDS_NOT_COUNTED', 'risks of households were not measured: the original lacks a column of their key, or rows are counted'); // prettier-ignore
  return null;
}

function readWeightsOf(
  { original, spec: { weight }, persons, missing }: SurveyInput,
  warn: (code: string, message: string, attribute?: string) => void,
) {
  if (weight === undefined) return null;
  const found = readWeights(original, original.column(weight.column), persons, missing);
  if (found !== null) return found;
  warn('WEIGHTS_NOT_COUNTED', 'risks in the population were not estimated: the original lacks the column of weights, a weight is not a positive number, or rows are counted', weight.column); // prettier-ignore
  return null;
}

/** [rows of the original] class; null where it is not known, and where values are permuted. */
function* locate(
  input: SurveyInput,
  members: Persons,
  code: string,
  warn: (code: string, message: string) => void,
): Generator<void, Uint32Array | null> {
  if (input.isPermuted) return null;
  const located = yield* locateRows(input, members);
  if (!('reason' in located)) return located.classOf;
  warn(code, `risks of the release were not measured by the original: ${located.reason}`);
  return null;
}

function householdRisk(
  { original, spec, persons, codes, sizes }: SurveyInput,
  households: Persons,
  members: Persons,
  {
    vectors,
    located,
  }: {
    readonly vectors: { readonly groupOf: Uint32Array; readonly count: number };
    readonly located: Uint32Array | null;
  },
): HouseholdRisk {
  const figures = (classOf: Uint32Array, classes: number) =>
    measureHouseholds(households, members, plainRisks(persons, members, classOf, classes));
  const before = spec.quasiIdentifiers.map(
    ({ name }) => original.column(name)?.codes ?? new Uint32Array(original.rows),
  );
  return {
    households: households.count,
    before: figures(vectors.groupOf, vectors.count),
    after: located === null ? null : figures(located, sizes.length),
    differing: located === null ? null : countDiffering(households, before, codes, located),
  };
}

function checkReleased(
  input: SurveyInput,
  weight: SurveyInput['spec']['weight'],
  classOf: Uint32Array | null,
  problems: string[],
): Exposed | null {
  const { release, original, isPermuted } = input;
  const column = weight === undefined ? undefined : release.column(weight.column);
  const source = weight === undefined ? undefined : original.column(weight.column);
  const least = weight?.least ?? null;
  if (column === undefined || source === undefined || least === null || isPermuted) return null;
  return checkRoundedWeights({ ...input, column, original: source, classOf, least }, problems);
}

/** True where a spec asks for the risks of a survey. */
export const isOfSurvey = ({ weight, households = [] }: Pick<SurveyInput['spec'], 'weight' | 'households'>): boolean =>
  weight !== undefined || households.length > 0;

/** The exposure with that of released weights, which are means of classes. */
export const withWeights = <Exposure extends Readonly<Record<string, Exposed>> | null>(
  exposure: Exposure,
  name: string | undefined,
  survey: JudgedSurvey | null,
): Exposure =>
  exposure === null || name === undefined || survey === null || survey.exposed === null
    ? exposure
    : { ...exposure, [name]: survey.exposed };
