/** Plans of algorithms that release one column of lists. */
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import { isWithheld, type Plan, plannedColumn, plannedKinds } from '../job/plan.js';
import { dissociatedColumns } from '../release/build-dissociated.js';
import { withDeclaredTypes } from '../table/declared-types.js';
import type { Table } from '../table/table.js';

/** Parameters of a run on lists. */
export interface ListPlan {
  readonly attribute: string;
  readonly delimiter: string;
  readonly k: number;
  readonly m: number;
  readonly missing: readonly string[];
}

/**
 * The parameters of a run on lists. Throws InvalidArgumentError: MODEL_UNSUPPORTED unless the plan has km-anonymity of one attribute and nothing
 * else, COLUMN_UNSUPPORTED for another attribute that would be released, RESERVED_NAME for a name that a dissociated release has itself.
 */
export function planLists(plan: Plan): ListPlan {
  const [model, ...others] = plan.privacy;
  if (model.model !== 'km-anonymity' || others.length > 0) {
    throw new InvalidArgumentError(
      'privacy',
      `one model, km-anonymity of the set-valued attribute, with ${plan.algorithm.name}`,
      plan.privacy.map((each) => each.model).join(', '),
      'MODEL_UNSUPPORTED',
    );
  }
  const { attribute, k, m } = model;
  if (plan.takesLists === 'apart' && (dissociatedColumns as readonly string[]).includes(attribute)) {
    throw new InvalidArgumentError(
      formatPath(['attributes', attribute]),
      `another name than ${dissociatedColumns.join(', ')}, which the release has itself`,
      JSON.stringify(attribute),
      'RESERVED_NAME',
    );
  }
  const { columns, defaultRole, missing } = plan;
  const released = columns.find(({ name, isNamed }) => isNamed && name !== attribute && !isWithheld(plan, name));
  if (released !== undefined || defaultRole === 'insensitive') {
    throw new InvalidArgumentError(
      released === undefined ? 'defaultRole' : formatPath(['attributes', released.name, 'role']),
      `"drop" or "identifier": ${plan.algorithm.name} releases the set-valued attribute alone, since ${reasons[plan.takesLists ?? 'apart']}`,
      JSON.stringify(released === undefined ? defaultRole : released.role),
      'COLUMN_UNSUPPORTED',
    );
  }
  return { attribute, delimiter: plannedColumn(plan, attribute)!.spec.set!.delimiter, k, m, missing };
}

/** Reason why nothing else is released beside the lists. */
const reasons = {
  apart: 'other columns would join its parts',
  generalized: 'somebody may know other columns beside items of a list',
};

/** The table with the types that the job declares, by which keys are compared. */
export const typedFor = (plan: Plan, table: Table): Table =>
  plan.unit.name === 'person' ? withDeclaredTypes(table, plannedKinds(plan)) : table;

/** Warnings of a table, without spellings of whole lists: the order of items makes no other list. */
export const warningsBeside = ({ warnings }: Table, attribute: string): Table['warnings'] =>
  warnings.filter((warning) => warning.code !== 'SIMILAR_VALUES' || warning.attribute !== attribute);
