/**
 * The one text of plain JSON data that is hashed and signed (RFC 8785): no spaces, the keys of an object in the order of
 * their UTF-16 units, numbers and strings as JSON.stringify writes them. Members that are undefined are left out, as in
 * any JSON text. The order of keys in a file is therefore no part of what is certified.
 *
 * @throws TypeError for what JSON does not have, such as NaN or a bigint
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
    if (!isPlain) throw new TypeError(`JSON has no ${typeof value} of this kind`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${(value as unknown[]).map(canonicalJson).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const parts = Object.keys(members)
    .filter((key) => members[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(members[key])}`);
  return `{${parts.join(',')}}`;
}

/** Maximum depth of data that are hashed or signed; kohort's own have a handful. */
const DEEPEST = 64;

/** True for data that have a canonical text: false for 1e999, which is read as infinite, for a bigint, and for data that are nested without end. */
export function hasCanonicalJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null)
    return value === null || /^(string|boolean|undefined)$/.test(typeof value);
  return depth < DEEPEST && Object.values(value).every((each) => hasCanonicalJson(each, depth + 1));
}
