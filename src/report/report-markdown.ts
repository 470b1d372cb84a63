import { largestOf } from '../base/sequences.js';
import { quantity } from '../base/numbers.js';
import type { Block, Cell } from './blocks.js';
import { headFacts, reportSections } from './report-blocks.js';
import { reportContent } from './report-content.js';
import type { ReportFacts } from './report-facts.js';
import type { Term } from './terms.js';
import { anchorOf, cutAtTerms } from './terms.js';

/** The report as Markdown, as GitHub and pandoc read it. Pictures are left out: tables beside them have their numbers. */
export function reportMarkdown(facts: ReportFacts): string {
  const content = reportContent(facts);
  const head = headFacts(content).map(([name, value]) => `- **${name}**: ${markdown(value)}`);
  const sections = reportSections(content).map(({ title, blocks }) => {
    const seen = new Set<Term>();
    const body = blocks.map((block) => blockText(block, seen)).filter((text) => text !== '');
    return [`## ${title}`, ...body].join('\n\n');
  });
  return `${['# Anonymization report', head.join('\n'), ...sections].join('\n\n')}\n`;
}

/**
 * A text of others as Markdown shows it: on one line, nothing in it is markup, HTML, a cell's end or an address. Signs that
 * only begin a line matter nowhere, since no such text begins one.
 */
export const markdown = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\\`*_{}[\]<>|#~$^@&!]/g, '\\$&')
    .replace(/:\/\//g, '&#58;//')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`);

const linked = (text: string, seen: Set<Term>): string =>
  cutAtTerms(text, seen)
    .map(({ text: piece, term }) =>
      term === undefined ? markdown(piece) : `[${markdown(piece)}](#${anchorOf(term.term)})`,
    )
    .join('');

const cellText = (value: Cell): string => (typeof value === 'string' ? markdown(value) : quantity(value));

function tableText({ caption, head, rows }: Extract<Block, { kind: 'table' }>, seen: Set<Term>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const isNumber = (column: number): boolean => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string');
  return [
    `**${markdown(caption)}**`,
    '',
    line(head.map((text) => linked(text, seen))),
    line(head.map((_, i) => (isNumber(i) ? '---:' : '---'))),
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n');
}

function blockText(block: Block, seen: Set<Term>): string {
  switch (block.kind) {
    case 'paragraph':
      return block.tone === undefined ? linked(block.text, seen) : `**${markdown(block.text)}**`;
    case 'list':
      return block.items
        .map(({ text, tone }) => (tone === undefined ? `- ${markdown(text)}` : `- **${markdown(text)}**`))
        .join('\n');
    case 'table':
      return tableText(block, seen);
    case 'picture':
      return '';
    case 'code': {
      const runs = [...block.text.matchAll(/`+/g)].map(([run]) => run.length);
      const fence = '`'.repeat(
        largestOf(
          runs.map((length) => length + 1),
          3,
        ),
      );
      return `${fence}json\n${block.text}\n${fence}`;
    }
    case 'form':
      return block.fields.map((field) => `- ${markdown(field)}: ${'\\_'.repeat(24)}`).join('\n');
    case 'terms':
      return block.terms.map(({ term, meaning }) => `### ${term}\n\n${markdown(meaning)}`).join('\n\n');
  }
}
