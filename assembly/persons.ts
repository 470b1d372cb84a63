/**
 * Persons of one class, from the histogram of a column of pairs of a person and a value; src/engine/js/person-counts.ts is the twin,
 * operation for operation.
 */
import { PairBlock } from './layouts.generated';

/**
 * Counts the persons of a class, by value those who have it into `holders`, and their weights into `weights`: a person weighs 1, spread
 * evenly over their rows. Codes stand in the order of persons.
 *
 * histogramPtr  u32[size] rows of the class by code
 */
export function countPersons(pairs: PairBlock, histogramPtr: usize, size: u32): u32 {
  const valueOf = pairs.valueOf;
  const holders = pairs.holders;
  const weights = pairs.weights;
  memory.fill(holders, 0, pairs.values << 2);
  memory.fill(weights, 0, pairs.values << 3);
  if (pairs.isFirsts != 0) return countFirsts(pairs, histogramPtr);
  let persons: u32 = 0;
  let from: usize = 0;
  const end = <usize>size;
  while (from < end) {
    const person = load<u32>(pairs.personOf + (from << 2));
    if (person >= pairs.persons) break;
    let to = from;
    let rows: f64 = 0;
    while (to < end && load<u32>(pairs.personOf + (to << 2)) == person) {
      rows += <f64>load<u32>(histogramPtr + (to << 2));
      to++;
    }
    if (rows > 0) {
      persons++;
      for (let code = from; code < to; code++) {
        const own = load<u32>(histogramPtr + (code << 2));
        if (own == 0) continue;
        const value = <usize>load<u32>(valueOf + (code << 2));
        store<u32>(holders + (value << 2), load<u32>(holders + (value << 2)) + 1);
        store<f64>(weights + (value << 3), load<f64>(weights + (value << 3)) + <f64>own / rows);
      }
    }
    from = to;
  }
  return persons;
}

/**
 * The count of a class that is a list of codes, which may repeat or have no rows, in time linear in its length. Weights are summed in the order in which
 * codes appear.
 *
 * codesPtr  u32[length] codes
 * rowsPtr   u32[length] rows of each
 */
export function countListed(pairs: PairBlock, codesPtr: usize, rowsPtr: usize, length: usize): u32 {
  const personOf = pairs.personOf;
  const valueOf = pairs.valueOf;
  const holders = pairs.holders;
  const weights = pairs.weights;
  const rowsOfCode = pairs.rowsOfCode;
  const rowsOfPerson = pairs.rowsOfPerson;
  const touched = pairs.touched;
  const known = pairs.persons;
  memory.fill(holders, 0, pairs.values << 2);
  memory.fill(weights, 0, pairs.values << 3);
  let persons: u32 = 0;
  let end = touched;
  for (let i: usize = 0; i < length << 2; i += 4) {
    const code = (<usize>load<u32>(codesPtr + i)) << 2;
    const rows = load<u32>(rowsPtr + i);
    const number = load<u32>(personOf + code);
    if (rows == 0 || number >= known) continue;
    const before = load<u32>(rowsOfCode + code);
    if (before == 0) {
      store<u32>(end, <u32>code);
      end += 4;
    }
    store<u32>(rowsOfCode + code, before + rows);
    const person = rowsOfPerson + ((<usize>number) << 2);
    const own = load<u32>(person);
    if (own == 0) persons++;
    store<u32>(person, own + rows);
  }
  for (let at = touched; at < end; at += 4) {
    const code = <usize>load<u32>(at);
    const value = <usize>load<u32>(valueOf + code);
    const all = load<u32>(rowsOfPerson + ((<usize>load<u32>(personOf + code)) << 2));
    store<u32>(holders + (value << 2), load<u32>(holders + (value << 2)) + 1);
    store<f64>(
      weights + (value << 3),
      load<f64>(weights + (value << 3)) + <f64>load<u32>(rowsOfCode + code) / <f64>all,
    );
  }
  for (let at = touched; at < end; at += 4) {
    const code = <usize>load<u32>(at);
    store<u32>(rowsOfPerson + ((<usize>load<u32>(personOf + code)) << 2), 0);
    store<u32>(rowsOfCode + code, 0);
  }
  return persons;
}

/** The count of a column of first rows, without weights. */
function countFirsts(pairs: PairBlock, histogramPtr: usize): u32 {
  const values = pairs.values;
  let persons: u32 = 0;
  for (let value: usize = 0; value < values; value++) {
    const first = load<u32>(histogramPtr + (value << 2));
    persons += first;
    store<u32>(pairs.holders + (value << 2), first + load<u32>(histogramPtr + ((values + value) << 2)));
  }
  return persons;
}

/** Makes holders the worst-case counts: sorted, each as large as the persons that those before it leave. */
export function worstCase(pairs: PairBlock, persons: u32): void {
  const holders = pairs.holders;
  const length = pairs.values;
  let gap: usize = 1;
  while (gap < length / 3) gap = 3 * gap + 1;
  while (gap > 0) {
    for (let i = gap; i < length; i++) {
      const count = load<u32>(holders + (i << 2));
      let at = i;
      while (at >= gap) {
        const before = load<u32>(holders + ((at - gap) << 2));
        if (before >= count) break;
        store<u32>(holders + (at << 2), before);
        at -= gap;
      }
      store<u32>(holders + (at << 2), count);
    }
    gap /= 3;
  }
  let left = persons;
  for (let i: usize = 0; i < length; i++) {
    const count = load<u32>(holders + (i << 2));
    const worst = count < left ? count : left;
    store<u32>(holders + (i << 2), worst);
    left -= worst;
  }
}

/** sum of |w * total - g * persons| over the values: 2 * persons * total times the total variation distance. */
export function equalWeights(pairs: PairBlock, persons: f64, total: f64): f64 {
  let sum: f64 = 0;
  for (let value: usize = 0; value < pairs.values; value++) {
    const own = load<f64>(pairs.weights + (value << 3));
    sum += Math.abs(own * total - load<f64>(pairs.tableWeights + (value << 3)) * persons);
  }
  return sum;
}

/** The largest share of holders in the class beyond that in the table, times persons * total. */
export function largestGain(pairs: PairBlock, persons: f64, total: f64): f64 {
  let largest: f64 = 0;
  for (let value: usize = 0; value < pairs.values; value++) {
    const own = <f64>load<u32>(pairs.holders + (value << 2));
    const gain = own * total - <f64>load<u32>(pairs.tableHolders + (value << 2)) * persons;
    if (gain > largest) largest = gain;
  }
  return largest;
}

/** sum of |W * total - G * persons|, W and G cumulated over the values in their order. */
export function orderedWeights(pairs: PairBlock, persons: f64, total: f64): f64 {
  let sum: f64 = 0;
  let own: f64 = 0;
  let whole: f64 = 0;
  for (let value: usize = 0; value < pairs.values; value++) {
    own += load<f64>(pairs.weights + (value << 3));
    whole += load<f64>(pairs.tableWeights + (value << 3));
    sum += Math.abs(own * total - whole * persons);
  }
  return sum;
}

/** The sum over all nodes below the top of a tree; `nodeOf` u32[height][values], `differences` f64[nodes] scratch. */
export function treeWeights(
  pairs: PairBlock,
  persons: f64,
  total: f64,
  nodeOf: usize,
  height: u32,
  differences: usize,
  nodes: u32,
): f64 {
  const bytes = (<usize>nodes) << 3;
  let sum: f64 = 0;
  let at = nodeOf;
  for (let level: u32 = 0; level < height; level++) {
    memory.fill(differences, 0, bytes);
    for (let value: usize = 0; value < pairs.values; value++, at += 4) {
      const cell = differences + ((<usize>load<u32>(at)) << 3);
      const own = load<f64>(pairs.weights + (value << 3));
      const whole = load<f64>(pairs.tableWeights + (value << 3));
      store<f64>(cell, load<f64>(cell) + (own * total - whole * persons));
    }
    for (let node: usize = 0; node < bytes; node += 8) sum += Math.abs(load<f64>(differences + node));
  }
  return sum;
}
