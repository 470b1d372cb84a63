/** Settings in words, to show how two of them differ. */
import type { HierarchySpec } from 'kohort/js';
import type { Choices } from '../choices.js';
import { ROLES } from '../roles.js';

interface Setting {
  /** For people. */
  readonly text: string;
  /** Equal where the setting is. */
  readonly key: string;
}

const setting = (text: string, exact: unknown = text): Setting => ({ text, key: JSON.stringify(exact) ?? '' });

/** A setting that differs, with its value in each of the settings that are compared. */
export interface Difference {
  readonly name: string;
  readonly values: readonly string[];
}

/** Differences between settings, each row with the value in all of them. */
export function differencesOf(all: readonly Choices[]): Difference[] {
  const tables = all.map(settingsOf);
  const names = [...new Set(tables.flatMap((table) => [...table.keys()]))];
  return names.flatMap((name) => {
    const values = tables.map((table) => table.get(name) ?? setting('-'));
    if (values.every(({ key }) => key === values[0].key)) return [];
    const areDistinct = new Set(values.map(({ text }) => text)).size > 1;
    return [{ name, values: values.map(({ text }, at) => (areDistinct ? text : `${text}, version ${at + 1}`)) }];
  });
}

function settingsOf({ algorithm, options, models, suppression, columns }: Choices): Map<string, Setting> {
  const found = new Map<string, Setting>([['algorithm', setting(algorithm)]]);
  for (const { model, parameters } of models) {
    const of = parameters.attribute ? ` of ${parameters.attribute}` : '';
    for (const [name, value] of Object.entries(parameters)) {
      if (name !== 'attribute' && value !== '')
        found.set(`${name} of ${model}${of === '' ? '' : `,${of.slice(3)}`}`, setting(value));
    }
    if (Object.keys(parameters).every((name) => name === 'attribute')) found.set(`${model}${of}`, setting('yes'));
  }
  for (const [name, value] of Object.entries(options)) {
    if (value !== '') found.set(`${name} of ${algorithm}`, setting(value));
  }
  found.set('suppressed rows', setting(suppressionText(suppression)));
  for (const { name, role, hierarchy } of columns) {
    found.set(`role of ${name}`, setting(ROLES.find((each) => each.role === role)?.name ?? role));
    found.set(`hierarchy of ${name}`, setting(hierarchyText(hierarchy), hierarchy ?? null));
  }
  return found;
}

function suppressionText({ kind, amount }: Choices['suppression']): string {
  if (kind === 'percent') return `at most ${amount} %`;
  if (kind === 'rows') return `at most ${amount}`;
  return kind === 'unlimited' ? 'any number' : 'none';
}

/** Describes a hierarchy without a value of the data. */
function hierarchyText(hierarchy: HierarchySpec | undefined): string {
  if (hierarchy === undefined) return 'none';
  switch (hierarchy.type) {
    case 'intervals':
      return hierarchy.widths === undefined
        ? 'intervals between bounds'
        : `intervals of ${hierarchy.widths.join(', ')}`;
    case 'dates':
      return `dates by ${hierarchy.levels.join(', ')}`;
    case 'suppress':
      return 'value or *';
    default:
      return hierarchy.type;
  }
}
