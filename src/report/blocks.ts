/** Pieces of which sections of a report are made. */
import { percent } from '../base/numbers.js';
import type { Term } from './terms.js';

/** Texts stand to the left, numbers to the right; null is a dash. */
export type Cell = string | number | bigint | null;

/** Contents of a section. Texts are plain: writers escape them. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string; readonly tone?: 'good' | 'bad' }
  | { readonly kind: 'list'; readonly items: readonly { readonly text: string; readonly tone?: 'bad' }[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      /** The first cell of a row is its heading. */
      readonly rows: readonly (readonly Cell[])[];
    }
  /** A picture as SVG, of what a table of the same section says. */
  | { readonly kind: 'picture'; readonly id: 'class-sizes' | 'trace' | 'loss'; readonly svg: string }
  | { readonly kind: 'code'; readonly text: string }
  /** Lines to be filled in by hand. */
  | { readonly kind: 'form'; readonly fields: readonly string[] }
  | { readonly kind: 'terms'; readonly terms: readonly Term[] };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** True for a section that begins a page. */
  readonly startsPage?: boolean;
}

export const paragraph = (text: string, tone?: 'good' | 'bad'): Block => ({ kind: 'paragraph', text, tone });
export const list = (texts: readonly string[]): Block => ({ kind: 'list', items: texts.map((text) => ({ text })) });
export const table = (caption: string, head: readonly string[], rows: readonly (readonly Cell[])[]): Block => ({
  kind: 'table',
  caption,
  head,
  rows,
});
/** Formats a share, an unknown one as a dash. */
export const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : percent(value);
