/** A problem of a JSON text: never holds a piece of it. Lines and columns (in UTF-16 units) count from 1. */
export type JsonProblem = { readonly line: number; readonly column: number } & (
  | { readonly kind: 'syntax'; readonly expected: string }
  /** A key twice in an object that is `depth` objects deep (1 = outermost) and stands under the key `parent`. */
  | { readonly kind: 'duplicate'; readonly depth: number; readonly parent: string }
);

interface Frame {
  /** Keys seen, or null for a list. */
  readonly keys: Set<string> | null;
  readonly parent: string;
}

type State = 'value' | 'first-value' | 'next-value' | 'first-key' | 'key' | 'after-value';

const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const commentPattern = /\/\/[^\r\n]*|\/\*[^]*?\*\//y;
const space = /[ \t\r\n]*/y;

/**
 * Looks for the first syntax error or repeated key of a JSON text (RFC 8259), or returns null: then `JSON.parse` accepts
 * it. Nesting costs no stack.
 */
export const checkJsonText = (text: string): JsonProblem | null => scan(text, null)[0] ?? null;

/**
 * Reads JSON in which people have written comments (`//` to the end of the line, or between slash and star) and a comma after
 * the last element of a list or an object. `json` is the text without them, spaces in their place, so that every position
 * stays. `problems` are all keys that stand twice up to the first syntax error, which comes last.
 */
export function removeComments(text: string): { readonly json: string; readonly problems: readonly JsonProblem[] } {
  const extras: Extra[] = [];
  const problems = scan(text, extras);
  let json = '';
  let from = 0;
  for (const { start, end } of extras.sort((a, b) => a.start - b.start)) {
    json += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    from = end;
  }
  return { json: json + text.slice(from), problems };
}

/** A comment, or a comma after the last element. */
interface Extra {
  readonly start: number;
  readonly end: number;
}

/** Collects `extras`, or, where it is null, refuses them. Gives the keys that stand twice, and the syntax error that ends it. */
function scan(text: string, extras: Extra[] | null): JsonProblem[] {
  const problems: JsonProblem[] = [];
  const stack: Frame[] = [];
  let at = 0;
  let lastKey = '';
  let state: State = 'value';
  let lastComma = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match === null ? null : match[0];
  };
  const syntax = (expected: string): JsonProblem[] => [...problems, { kind: 'syntax', ...placeOf(text, at), expected }];
  /** Skips spaces and comments; false at a comment that does not end. */
  const skip = (): boolean => {
    take(space);
    while (extras !== null && text[at] === '/') {
      const start = at;
      const comment = take(commentPattern);
      if (comment === null) return text[at + 1] !== '*';
      extras.push({ start, end: at });
      take(space);
    }
    return true;
  };
  for (;;) {
    if (!skip()) return syntax('*/ at the end of the comment that begins here');
    const next = text[at];
    const top = stack[stack.length - 1] as Frame | undefined;
    if (state === 'after-value') {
      if (top === undefined) return at === text.length ? problems : syntax('nothing after the end of the value');
      const close = top.keys === null ? ']' : '}';
      if (next === close) stack.pop();
      else if (next !== ',') return syntax(`a comma or ${close}`);
      else {
        state = top.keys === null ? 'next-value' : 'key';
        lastComma = at;
      }
      at++;
    } else if (extras !== null && ((state === 'next-value' && next === ']') || (state === 'key' && next === '}'))) {
      extras.push({ start: lastComma, end: lastComma + 1 });
      stack.pop();
      at++;
      state = 'after-value';
    } else if ((state === 'first-value' && next === ']') || (state === 'first-key' && next === '}')) {
      stack.pop();
      at++;
      state = 'after-value';
    } else if (state === 'key' || state === 'first-key') {
      const start = at;
      const key = take(string);
      if (key === null || top === undefined || top.keys === null) return syntax('a key in double quotes');
      lastKey = JSON.parse(key) as string;
      if (top.keys.has(lastKey)) {
        const depth = stack.reduce((count, frame) => (frame.keys === null ? count : count + 1), 0);
        problems.push({ kind: 'duplicate', ...placeOf(text, start), depth, parent: top.parent });
      }
      top.keys.add(lastKey);
      if (!skip() || text[at] !== ':') return syntax('a colon after the key');
      at++;
      state = 'value';
    } else if (next === '{' || next === '[') {
      stack.push({ keys: next === '{' ? new Set() : null, parent: lastKey });
      at++;
      state = next === '{' ? 'first-key' : 'first-value';
    } else {
      if (take(string) === null && take(scalar) === null) return syntax('a value');
      state = 'after-value';
    }
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
    line++;
    start = i + 1;
  }
  return { line, column: at - start + 1 };
}
