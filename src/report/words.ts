import { quantity } from '../numbers.js';
import { plural } from '../plural.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Warning } from '../table/table.js';

/** `l-diversity (distinct) of "disease"`. */
export function modelTitle(
  model: Pick<PrivacyResult, 'variant' | 'distance' | 'attribute'> & { model: string },
): string {
  const kind = model.variant ?? model.distance;
  const of = model.attribute === undefined ? '' : ` of ${JSON.stringify(model.attribute)}`;
  return `${model.model}${kind === undefined ? '' : ` (${kind})`}${of}`;
}

/** `k 10, l 2` */
export const parameterText = (values: Readonly<Record<string, number>>): string =>
  Object.keys(values)
    .map((key) => `${key} ${quantity(values[key])}`)
    .join(', ');

/** Warnings as people read them: equal ones of several columns are one line, which names the columns first. */
export function warningLines(warnings: readonly Warning[]): { readonly code: string; readonly text: string }[] {
  const groups = new Map<string, { code: string; message: string; columns: Set<string> }>();
  for (const { code, message, attribute } of warnings) {
    const key = JSON.stringify([code, message]);
    const group = groups.get(key) ?? { code, message, columns: new Set() };
    if (attribute !== undefined) group.columns.add(JSON.stringify(attribute));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ code, message, columns }) => {
    const names = [...columns].filter((name) => !message.includes(name));
    const where = names.length === 0 ? '' : `${plural(names.length, 'column')} ${names.join(', ')}: `;
    return { code, text: `${where}${message}` };
  });
}
