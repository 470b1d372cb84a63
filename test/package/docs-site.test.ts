import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenLinks, dotOf, pagesOf } from '../../scripts/docs-site.mjs';

const docs = resolve(import.meta.dirname, '../../docs');
const map = readFileSync(join(docs, 'README.md'), 'utf8');

describe('docs/README.md, the map of the site', () => {
  it('lists every page of docs/, by its title', () => {
    const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'README.md');
    const listed = [...pagesOf(map).keys()];
    expect(listed.filter((name) => !name.startsWith('../')).sort()).toEqual(pages.sort());
    for (const name of listed) expect(map.split(`](${name})**: `).length - 1, name).toBe(1);
    const titles = listed
      .filter((name) => name !== '../README.md')
      .map((name) => [name, /^# (.*)\n/.exec(readFileSync(join(docs, name), 'utf8'))?.[1]]);
    for (const [name, title] of titles) expect(map).toContain(`- **[${title}](${name})**: `);
  });

  it('is where the README of the package sends readers', () => {
    expect(readFileSync(join(docs, '../README.md'), 'utf8')).toContain('](docs/README.md)');
  });
});

describe('the plugin of the site', () => {
  it('reads pages by section; a page of two sections belongs to the first', () => {
    const text =
      '## One\n\n- **[A](a.md)**: a\n- [B](b.md)\n\n## Two\n\n- **[C](../c.md)**: c\n- **[A](a.md)**: again\n';
    expect([...pagesOf(text)]).toEqual([
      ['a.md', 'One'],
      ['../c.md', 'Two'],
    ]);
  });

  it('draws every arrow of a diagram, and refuses what it would leave out', () => {
    const text = readFileSync(join(docs, 'architecture.md'), 'utf8');
    const [, diagram] = /```mermaid\n([\s\S]*?)```/.exec(text) ?? [];
    const arrows = [...diagram.matchAll(/(\w+)\S* --> (\w+)/g)].map(([, from, to]) => `"${from}" -> "${to}";`);
    const dot = dotOf(diagram).split('\n');
    expect(arrows.length).toBeGreaterThan(40);
    expect(dot.filter((line) => line.includes('->'))).toEqual(arrows);
    expect(dot).toContain('"createEngine" [label="create-engine"];');
    expect(() => dotOf('flowchart TB\n  a -.-> b')).toThrow('"  a -.-> b"');
    expect(() => dotOf('sequenceDiagram\n  a --> b')).toThrow('"sequenceDiagram"');
  });

  it('finds links to files and places that are not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kohort-site-'));
    try {
      writeFileSync(
        join(folder, 'a.html'),
        '<h2 id="here"></h2><a class="x" href="b.html#there">b</a><a href="#here">up</a>',
      );
      writeFileSync(
        join(folder, 'b.html'),
        '<p id="there"><a href="https://example.org/none">out</a><img alt="" src="c.svg"><a href="a.html#gone">a</a></p>',
      );
      expect(brokenLinks(folder)).toEqual(['b.html: c.svg', 'b.html: a.html#gone']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
