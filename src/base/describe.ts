/** One step of the way into a job: a key of an object or an index of a list. */
export type PathStep = string | number;

/** `privacy[0].k`, `attributes["marital-status"].role`; `job` for the whole. */
export function formatPath(path: readonly PathStep[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text === '' ? 'job' : text;
}

/**
 * Describes a received value for an error message. Texts are quoted (up to 60 characters) only when `quote` is true: parts of a job that list values
 * of a column must not be repeated.
 */
export function describeValue(value: unknown, { quote }: { readonly quote: boolean }): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  switch (typeof value) {
    case 'string':
      return quote ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value) : 'a text';
    case 'number':
    case 'boolean':
      return quote ? String(value) : `a ${typeof value}`;
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}

/** True where the texts of a job are names and options, false inside hierarchies and lists of missing marks: those are cells. */
export function mayQuote(path: readonly PathStep[]): boolean {
  const last = path[path.length - 1];
  if (path[0] === 'input' && path[1] === 'missing') return false;
  if (path[0] !== 'attributes' || path[2] !== 'hierarchy') return true;
  return path.length <= 3 || (path.length === 4 && (last === 'type' || last === 'keep' || last === 'origin'));
}
