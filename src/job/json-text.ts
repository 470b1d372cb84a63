/** What is wrong with a JSON text: never holds a piece of it. Lines and columns (in UTF-16 units) count from 1. */
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

type State = 'value' | 'first-value' | 'first-key' | 'key' | 'after-value';

const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const space = /[ \t\r\n]*/y;

/**
 * Looks for the first syntax error or repeated key of a JSON text (RFC 8259), or returns null: then `JSON.parse` accepts
 * it. Nesting costs no stack.
 */
export function checkJsonText(text: string): JsonProblem | null {
  const stack: Frame[] = [];
  let at = 0;
  let lastKey = '';
  let state: State = 'value';
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match === null ? null : match[0];
  };
  const syntax = (expected: string): JsonProblem => ({ kind: 'syntax', ...placeOf(text, at), expected });
  for (;;) {
    take(space);
    const next = text[at];
    const top = stack[stack.length - 1] as Frame | undefined;
    if (state === 'after-value') {
      if (top === undefined) return at === text.length ? null : syntax('nothing after the end of the value');
      const close = top.keys === null ? ']' : '}';
      if (next === close) stack.pop();
      else if (next === ',') state = top.keys === null ? 'value' : 'key';
      else return syntax(`a comma or ${close}`);
      at++;
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
        return { kind: 'duplicate', ...placeOf(text, start), depth, parent: top.parent };
      }
      top.keys.add(lastKey);
      take(space);
      if (text[at] !== ':') return syntax('a colon after the key');
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
