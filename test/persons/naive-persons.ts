/** Definitions of models by persons, on sets of texts: the oracle of everything that counts persons. */

export interface PersonRow {
  readonly person: string;
  readonly value: string;
}

/** The persons of some rows. */
export const personsOf = (rows: readonly PersonRow[]): Set<string> => new Set(rows.map(({ person }) => person));

/** [values] how many persons have each value. */
export function holdersOf(rows: readonly PersonRow[]): Map<string, number> {
  const byValue = new Map<string, Set<string>>();
  for (const { person, value } of rows) byValue.set(value, (byValue.get(value) ?? new Set()).add(person));
  return new Map([...byValue].map(([value, persons]) => [value, persons.size]));
}

/** Worst-case counts, without zeros. */
export function worstCase(rows: readonly PersonRow[]): number[] {
  const counts: number[] = [];
  let left = personsOf(rows).size;
  for (const holders of [...holdersOf(rows).values()].sort((a, b) => b - a)) {
    if (left === 0) break;
    counts.push(Math.min(holders, left));
    left -= counts[counts.length - 1];
  }
  return counts;
}

/** Persons by value, each spread evenly over their rows. */
export function weightsOf(rows: readonly PersonRow[]): Map<string, number> {
  const own = new Map<string, number>();
  for (const { person } of rows) own.set(person, (own.get(person) ?? 0) + 1);
  const weights = new Map<string, number>();
  for (const { person, value } of rows) weights.set(value, (weights.get(value) ?? 0) + 1 / (own.get(person) as number));
  return weights;
}

/**
 * Length of the smallest interval that holds a number of every person, by trying every number as its least; persons with an empty value
 * are left out.
 */
export function smallestInterval(rows: readonly PersonRow[]): number {
  const counted = [...personsOf(rows)]
    .map((person) => rows.filter((row) => row.person === person).map(({ value }) => value))
    .filter((values) => !values.includes(''));
  const intervals = counted.flat().map((least) => {
    const nearest = counted.map((values) => Math.min(...values.map(Number).filter((each) => each >= Number(least))));
    return Math.max(...nearest) - Number(least);
  });
  return counted.length === 0 ? 0 : Math.min(...intervals);
}

/** The fewest persons who have a set of up to m items that a row has, in one row; items are parted by `|`. */
export function fewestWithSets(rows: readonly PersonRow[], m: number): number {
  const itemsOf = (value: string): string[] => value.split('|').filter((item) => item !== '');
  const subsets = (items: readonly string[]): string[][] =>
    items.reduce<string[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
  const sets = rows.flatMap(({ value }) => subsets(itemsOf(value)).filter(({ length }) => length > 0 && length <= m));
  const having = (set: readonly string[]): number =>
    personsOf(rows.filter(({ value }) => set.every((item) => itemsOf(value).includes(item)))).size;
  return Math.min(...sets.map(having));
}

type Spec = Readonly<Record<string, unknown>>;

/** Figure of one class under a model; the smaller the better, but for k and l. */
export function achievedOf(
  spec: Spec,
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  isApart: boolean,
): number {
  const persons = personsOf(rows).size;
  const all = personsOf(table).size;
  const worst = worstCase(rows);
  const shares = [...holdersOf(rows)].map(([value, own]) => [
    own / persons,
    (holdersOf(table).get(value) as number) / all,
  ]);
  switch (`${String(spec.model)} ${String(spec.variant ?? spec.distance ?? '')}`.trim()) {
    case 'k-anonymity':
      return persons;
    case 'l-diversity distinct':
      return worst.length;
    case 'l-diversity entropy':
      return Math.exp(-worst.reduce((sum, own) => sum + (own / persons) * Math.log(own / persons), 0));
    case 'l-diversity recursive': {
      const rest = worst.slice((spec.l as number) - 1).reduce((sum, own) => sum + own, 0);
      return rest === 0 ? Infinity : worst[0] / rest;
    }
    case 'alpha-k-anonymity':
      return worst[0] / persons;
    case 'beta-likeness basic':
      return Math.max(0, ...shares.map(([own, whole]) => (own - whole) / whole));
    case 'beta-likeness enhanced':
      // A gain above its own bound counts as one above every bound.
      return Math.max(
        0,
        ...shares.map(([own, whole]) => {
          const gain = (own - whole) / whole;
          return gain > -Math.log(whole) * (1 + 1e-12) ? Infinity : gain;
        }),
      );
    case 'delta-disclosure':
      if (spec.absent === 'violates' && isApart && holdersOf(rows).size < holdersOf(table).size) return Infinity;
      return Math.max(
        0,
        ...shares.map(([own, whole]) => (isApart ? Math.abs(Math.log(own / whole)) : Math.log(own / whole))),
      );
    case 't-closeness equal': {
      const own = weightsOf(rows);
      const whole = weightsOf(table);
      let distance = 0;
      for (const [value, weight] of whole) distance += Math.abs((own.get(value) ?? 0) / persons - weight / all) / 2;
      return Math.max(distance, ...shares.map(([share, base]) => share - base));
    }
    case 't-closeness ordered': {
      const [own, whole] = [weightsOf(rows), weightsOf(table)];
      const values = [...whole.keys()].sort();
      const gaps = values.map((_, last) => {
        const upTo = (weights: Map<string, number>): number =>
          values.slice(0, last + 1).reduce((sum, value) => sum + (weights.get(value) ?? 0), 0);
        return Math.abs(upTo(own) / persons - upTo(whole) / all);
      });
      return values.length < 2 ? 0 : gaps.reduce((sum, gap) => sum + gap, 0) / (values.length - 1);
    }
    case 'ke-anonymity':
      return worst.length >= (spec.k as number) ? smallestInterval(rows) : -1;
    case 'km-anonymity':
      return fewestWithSets(rows, spec.m as number);
    default:
      throw new Error(`no oracle for ${JSON.stringify(spec)}`);
  }
}

/** Models on the values of an attribute, weak enough for classes of a few persons. */
export const modelsOfValues = [
  { model: 'l-diversity', variant: 'distinct', l: 2 },
  { model: 'l-diversity', variant: 'distinct', l: 3 },
  { model: 'l-diversity', variant: 'entropy', l: 1.5 },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 2 },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.6 },
  { model: 'beta-likeness', variant: 'basic', beta: 1 },
  { model: 'beta-likeness', variant: 'enhanced', beta: 2 },
  { model: 'delta-disclosure', delta: 1 },
  { model: 'delta-disclosure', delta: 1, absent: 'violates' },
  { model: 't-closeness', distance: 'equal', t: 0.35 },
  { model: 't-closeness', distance: 'ordered', t: 0.25 },
  { model: 'ke-anonymity', k: 2, e: 1 },
] as const;

const TOLERANCE = 1e-12;

/** True when a class satisfies a model on values, k-anonymity or k^m-anonymity. */
export function holdsBy(
  spec: Spec & { readonly model: string },
  rows: readonly PersonRow[],
  table: readonly PersonRow[],
  isApart: boolean,
): boolean {
  const { k, l, e, t, c, alpha, beta, delta } = spec as unknown as Readonly<Record<string, number>>;
  const achieved = achievedOf(spec, rows, table, isApart);
  switch (spec.model) {
    case 'k-anonymity':
    case 'km-anonymity':
      return achieved >= k;
    case 'ke-anonymity':
      return achieved >= e;
    case 'l-diversity':
      return spec.variant === 'recursive' ? achieved < c : achieved >= l * (1 - TOLERANCE);
    case 'alpha-k-anonymity':
      return personsOf(rows).size >= k && achieved <= alpha * (1 + TOLERANCE);
    case 'beta-likeness':
      return achieved <= beta * (1 + TOLERANCE);
    case 'delta-disclosure':
      return achieved < delta * (1 + TOLERANCE);
    default:
      return achieved <= t + TOLERANCE;
  }
}
