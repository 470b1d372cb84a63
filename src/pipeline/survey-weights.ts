/** The survey weights of a table: checks before a search. */
import { formatPath } from '../base/describe.js';
import { InputError, InvalidArgumentError } from '../base/errors.js';
import { counted } from '../base/numbers.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import type { Plan } from '../job/plan.js';
import type { Roles } from '../job/roles.js';
import { spellingOf } from '../table/spelling.js';
import { type Column, countRowsPerCode, type Table, type Warning } from '../table/table.js';
import { NOBODY, type Units } from '../table/units.js';

/** Distance of the mean from 1 at which weights seem to be normalized. */
const NORMALIZED = 0.01;

/** Throws InvalidArgumentError OPTION_UNUSED for weights where an algorithm releases no classes, ROLE_CONFLICT for several columns of weights. */
export function requireWeighable({ columns, takesLists, permutes, algorithm }: Plan): void {
  const [weight, ...others] = columns.filter(({ role }) => role === 'weight');
  if (weight === undefined) return;
  if (others.length > 0) {
    const received = `${others.length + 1}, which a pattern matches`;
    throw new InvalidArgumentError('attributes', 'at most one weight attribute', received, 'ROLE_CONFLICT');
  }
  const path = formatPath(['attributes', weight.name]);
  const by = `the role "weight", by ${algorithm.name}`;
  if (takesLists !== null)
    throw new InvalidArgumentError(path, 'another role where lists are released, which have no classes', by, 'OPTION_UNUSED'); // prettier-ignore
  if (permutes === null || weight.spec.release !== 'rounded') return;
  const expected = '"drop" where values are permuted, which leaves no classes whose mean weight could be released';
  throw new InvalidArgumentError(`${path}.release`, expected, '"rounded"', 'OPTION_UNUSED');
}

/**
 * Warns of weights below 1 and of weights that seem to be normalized.
 *
 * @throws InputError WEIGHT_INVALID for cells that are no positive numbers, WEIGHT_DIFFERS for persons with several weights;
 *   InvalidArgumentError ROLE_CONFLICT for a column that the job declares to hold no numbers
 */
export function* checkWeights(table: Table, { weight: column }: Roles, units: Units | null): Steps<Warning[]> {
  if (column === null) return [];
  requireWeights(column);
  yield;
  if (units !== null) requireOneWeight(column, units);
  const rows = countRowsPerCode(column);
  let below = 0;
  let sum = 0;
  rows.forEach((count, code) => {
    const value = column.numbers![code];
    if (count === 0) return;
    if (value < 1) below += count;
    sum += count * value;
  });
  const attribute = column.name;
  const warnings: Warning[] = [];
  if (Math.abs(sum / table.rows - 1) <= NORMALIZED) {
    const message = `the weights ${JSON.stringify(attribute)} have a mean of 1: they seem to be normalized and do not say how many people a row stands for; estimated risks are then those of a population as large as the table (multiply the weights by people / rows)`;
    warnings.push({ code: 'WEIGHTS_NORMALIZED', message, attribute });
  } else if (below > 0) {
    const message = `${amount(below, 'row has', 'rows have')} a weight below 1 in ${JSON.stringify(attribute)}, although each stands for itself at least: a class counts for no fewer people than it has rows`;
    warnings.push({ code: 'WEIGHT_BELOW_ONE', message, attribute });
  }
  return warnings;
}

/** True for texts and numbers. */
const isWeightType = (type: Column['type']): boolean => ['string', 'integer', 'number'].includes(type);

/** Throws InputError WEIGHT_INVALID for cells that are missing, no numbers, zero or negative, with the count of each. */
function requireWeights(column: Column): void {
  const { name, type, texts, numbers, missingCode } = column;
  if (!isWeightType(type)) {
    const path = formatPath(['attributes', name]);
    throw new InvalidArgumentError(path, 'a column of numbers for the role "weight"', `one of the type ${type}`, 'ROLE_CONFLICT'); // prettier-ignore
  }
  const { read } = spellingOf({ type: 'number' });
  const isNumber = numbers === null ? texts.map((text) => typeof read(text) === 'number') : null;
  let [missing, wrong, least] = [0, 0, 0];
  countRowsPerCode(column).forEach((rows, code) => {
    if (code === missingCode) missing += rows;
    else if (isNumber?.[code] === false) wrong += rows;
    else if (!(Number(numbers?.[code] ?? read(texts[code])) > 0)) least += rows;
  });
  const found = [
    ...(missing === 0 ? [] : [counted(missing, 'missing cell')]),
    ...(least === 0 ? [] : [`${counted(least, 'cell')} of 0 or less`]),
    ...(wrong === 0 ? [] : [`${counted(wrong, 'cell')} that ${wrong === 1 ? 'is not a number' : 'are not numbers'}`]),
  ];
  if (found.length === 0 && numbers !== null) return;
  const cells = found.length === 0 ? 'numbers that were read as texts ("type": "number" reads them)' : found.join(', ');
  throw new InputError('WEIGHT_INVALID', `the weights ${JSON.stringify(name)} hold ${cells}; each is a number above 0`);
}

/** Throws InputError WEIGHT_DIFFERS where rows of a person have different weights. */
function requireOneWeight({ name, codes, numbers }: Column, { of, count }: Units): void {
  const weightOf = new Float64Array(count);
  const differs = new Uint8Array(count);
  for (let entry = 0; entry < codes.length; entry++) {
    const person = of[entry];
    if (person === NOBODY) continue;
    const weight = numbers![codes[entry]];
    if (weightOf[person] === 0) weightOf[person] = weight;
    else if (weightOf[person] !== weight) differs[person] = 1;
  }
  const persons = differs.reduce((sum, flag) => sum + flag, 0);
  if (persons === 0) return;
  const have = amount(persons, 'person has', 'persons have');
  throw new InputError('WEIGHT_DIFFERS', `${have} rows with different weights ${JSON.stringify(name)}`);
}
