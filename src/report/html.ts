/** Pieces of the report's page. Everything that comes from outside is escaped here. */
import { quantity } from '../base/numbers.js';

/** Text as it may stand in HTML, in elements and in quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const section = (title: string, body: string): string =>
  `<section>\n<h2>${escape(title)}</h2>\n${body}\n</section>`;

export const paragraph = (text: string, kind = ''): string =>
  `<p${kind === '' ? '' : ` class="${kind}"`}>${escape(text)}</p>`;

export const list = (lines: readonly string[]): string =>
  `<ul>\n${lines.map((line) => `<li>${escape(line)}</li>`).join('\n')}\n</ul>`;

export type Cell = string | number | bigint | boolean | null;

const cell = (value: Cell): string => {
  if (typeof value === 'string') return `<td>${escape(value)}</td>`;
  if (typeof value === 'boolean') return `<td>${value ? 'yes' : 'no'}</td>`;
  return `<td class="number">${escape(quantity(value))}</td>`;
};

/** A table; without a head every row's first cell is its header (of the kind `facts` then). */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  kind = head.length === 0 ? 'facts' : '',
): string {
  const top =
    head.length === 0 ? '' : `<tr>${head.map((text) => `<th scope="col">${escape(text)}</th>`).join('')}</tr>\n`;
  const line = ([first, ...others]: readonly Cell[]): string =>
    head.length === 0
      ? `<tr><th scope="row">${escape(String(first))}</th>${others.map(cell).join('')}</tr>`
      : `<tr>${[first, ...others].map(cell).join('')}</tr>`;
  return `<div class="scroll"><table${kind === '' ? '' : ` class="${kind}"`}>\n${top}${rows.map(line).join('\n')}\n</table></div>`;
}

/** Data for a script of the page: no text in it can end the element. */
export const jsonElement = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;
