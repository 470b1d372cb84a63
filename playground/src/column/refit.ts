/** Hierarchies that still fit where a file is read in another way. */
import type { Column, HierarchySpec, Table } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';
import type { ColumnChoice } from '../choices.js';
import { type Kind, KIND_NAMES, fits } from './kinds.js';
import { TYPE_PLURALS } from './type-words.js';

/** A hierarchy that fits its column no longer, in words. */
export interface TakenOut {
  /** The column. */
  readonly name: string;
  readonly text: string;
}

/** More values than this, and only the kind of the hierarchy is looked at: building one takes the page's own time. */
const MOST_VALUES = 20_000;

/** The choices without hierarchies that no longer fit their columns, and which these were. */
export function refit(
  columns: readonly ColumnChoice[],
  before: Table,
  now: Table,
): { readonly columns: readonly ColumnChoice[]; readonly takenOut: readonly TakenOut[] } {
  const takenOut: TakenOut[] = [];
  const fitting = columns.map((choice): ColumnChoice => {
    const column = now.column(choice.name);
    const { hierarchy, name } = choice;
    if (hierarchy === undefined || column === undefined || hasSameValues(before.column(name), column)) return choice;
    if (isBuilt(hierarchy, column)) return choice;
    const kind: Kind = hierarchy.type;
    const text = `The hierarchy of ${name} (${KIND_NAMES[kind]}) does not fit ${TYPE_PLURALS[column.type]} as they are read now. It is taken out.`;
    takenOut.push({ name, text });
    return { ...choice, hierarchy: undefined };
  });
  return { columns: fitting, takenOut };
}

export type Refit = typeof refit;

const hasSameValues = (one: Column | undefined, other: Column): boolean =>
  one !== undefined &&
  one.type === other.type &&
  one.format === other.format &&
  one.texts.length === other.texts.length &&
  one.texts.every((text, code) => text === other.texts[code]);

function isBuilt(spec: HierarchySpec, column: Column): boolean {
  if (!fits(spec, column.type)) return false;
  if (spec.type === 'order' || column.texts.length > MOST_VALUES) return true;
  try {
    buildHierarchy(spec, column);
    return true;
  } catch {
    return false;
  }
}
