/** Cures, by one click, for decisions that a release leaves to somebody. */
import type { Role } from 'kohort/js';
import type { Choices, ModelChoice } from '../choices.js';
import { forColumns } from '../choices.js';
import type { VerdictLine } from '../parts/words.js';

export interface Cure {
  /** Text of a button: the effect of the cure. */
  readonly text: string;
  readonly apply: (choices: Choices) => Choices;
}

/** The cures of a line of a verdict; none where nothing simple helps. */
export function curesOf({ about, columns, isSafe }: VerdictLine): readonly Cure[] {
  if (isSafe || columns.length === 0) return [];
  const these = columns.length === 1 ? columns[0] : `these ${columns.length} columns`;
  if (about === 'exposure') {
    return [
      { text: `Release ${these} in ranges or groups`, apply: giving(columns, 'quasi-identifier') },
      { text: `Leave ${these} out`, apply: giving(columns, 'drop') },
    ];
  }
  return about === 'one-valued'
    ? [{ text: `Ask for two values of ${these} in every class`, apply: diversifying(columns) }]
    : [];
}

/** True where a model protects one of these columns. */
const isOf = ({ parameters }: ModelChoice, names: readonly string[]): boolean =>
  parameters.attribute !== undefined && names.includes(parameters.attribute);

/** Gives columns another role. */
export const giving =
  (names: readonly string[], role: Role) =>
  (choices: Choices): Choices =>
    forColumns({
      ...choices,
      columns: choices.columns.map((column) => (names.includes(column.name) ? { ...column, role } : column)),
    });

/** Asks for two values of sensitive columns in every class. */
export const diversifying =
  (names: readonly string[]) =>
  (choices: Choices): Choices => ({
    ...choices,
    models: [
      ...choices.models.filter((each) => each.model !== 'l-diversity' || !isOf(each, names)),
      ...names.map((attribute) => ({ model: 'l-diversity', parameters: { variant: 'distinct', l: '2', attribute } })),
    ],
  });
