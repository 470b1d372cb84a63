/**
 * JSON text of plain data with whole numbers past 2^53: a bigint is written as a JSON number with all its digits. NaN and
 * infinities, which JSON does not have, are null. Lists of numbers alone stand on one line.
 */
export function toJson(value: unknown, indent = 0): string {
  return write(value, indent, '');
}

function write(value: unknown, indent: number, margin: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = margin + ' '.repeat(indent);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return writeNumbers(value as number[], indent);
    for (const item of value as unknown[]) parts.push(write(item, indent, inner));
  } else {
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined) continue;
      parts.push(`${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${write(item, indent, inner)}`);
    }
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return open + close;
  return indent > 0
    ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
    : open + parts.join(',') + close;
}

const writeNumbers = (numbers: readonly number[], indent: number): string =>
  `[${numbers.map((number) => (Number.isFinite(number) ? String(number) : 'null')).join(indent > 0 ? ', ' : ',')}]`;
