/** Pieces of the report's page. Everything that comes from outside is escaped here. */
import { quantity } from '../base/numbers.js';
import { escape } from './escape.js';
import type { Block, Cell } from './blocks.js';
import type { Term } from './terms.js';
import { anchorOf, cutAtTerms } from './terms.js';

const termAnchor = (term: string): string => `term-${anchorOf(term)}`;

/** A text of the report's own, its words linked to the glossary where they stand first. */
const linked = (text: string, seen: Set<Term>): string =>
  cutAtTerms(text, seen)
    .map(({ text: piece, term }) =>
      term === undefined ? escape(piece) : `<a href="#${termAnchor(term.term)}">${escape(piece)}</a>`,
    )
    .join('');

const tone = (kind: string | undefined): string => (kind === undefined ? '' : ` class="${kind}"`);

/** Matches texts with a word that must be broken where there is little room, such as a hash. */
const longWord = /\S{28}/;

/** Matches counts and shares, which stay on one line. */
const figure = /^[\d.,]+( %| \(.*\))?$/;

const kindOf = (value: Cell): string => {
  if (typeof value !== 'string') return ' class="number"';
  if (longWord.test(value)) return ' class="long"';
  return value.length > 40 ? ' class="text"' : figure.test(value) ? ' class="figure"' : '';
};

const cell = (value: Cell): string =>
  `<td${kindOf(value)}>${escape(typeof value === 'string' ? value : quantity(value))}</td>`;

/** A table with its caption; the first cell of every row is the row's heading. What is too wide is scrolled by itself. */
function table({ caption, head, rows }: Extract<Block, { kind: 'table' }>, seen: Set<Term>): string {
  const isNumber = (column: number): boolean => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string');
  const top = head
    .map((text, i) => `<th scope="col"${isNumber(i) ? ' class="number"' : ''}>${linked(text, seen)}</th>`)
    .join('');
  const body = rows.map(([first, ...others]) => {
    const title = typeof first === 'string' ? first : quantity(first ?? null);
    return `<tr><th scope="row"${typeof first === 'string' ? kindOf(first) : ''}>${escape(title)}</th>${others.map(cell).join('')}</tr>`;
  });
  return `<div class="scroll" role="group" tabindex="0" aria-label="${escape(caption)}"><table>
<caption>${escape(caption)}</caption>
<thead><tr>${top}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

/**
 * A block as HTML.
 *
 * @param seen - terms that the section has linked
 * @param pictures - pictures that take the place of those of the block, by their ids
 */
export function blockHtml(block: Block, seen: Set<Term>, pictures: Readonly<Record<string, string>>): string {
  switch (block.kind) {
    case 'paragraph':
      return block.tone === undefined
        ? `<p>${linked(block.text, seen)}</p>`
        : `<p class="${block.tone}">${escape(block.text)}</p>`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li${tone(item.tone)}>${escape(item.text)}</li>`).join('\n')}\n</ul>`;
    case 'table':
      return table(block, seen);
    case 'picture':
      return `<figure id="picture-${block.id}">${pictures[block.id] ?? block.svg}</figure>`;
    case 'code':
      return `<pre tabindex="0"><code>${escape(block.text)}</code></pre>`;
    case 'form':
      return `<dl class="form">\n${block.fields.map((field) => `<dt>${escape(field)}</dt><dd></dd>`).join('\n')}\n</dl>`;
    case 'terms':
      return `<dl>\n${block.terms
        .map(({ term, meaning }) => `<dt id="${termAnchor(term)}">${escape(term)}</dt><dd>${escape(meaning)}</dd>`)
        .join('\n')}\n</dl>`;
  }
}
