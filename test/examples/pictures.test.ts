import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawAlgorithms } from '../../scripts/draw-algorithms.mjs';
import { anonymize, listAlgorithms, tableFromRows } from '../../src/index.js';

const docs = resolve(import.meta.dirname, '../../docs');
const names = listAlgorithms().algorithms.map(({ name }) => name);

describe('docs/pictures.md', () => {
  const page = readFileSync(join(docs, 'pictures.md'), 'utf8');
  let drawn: Awaited<ReturnType<typeof drawAlgorithms>>;
  beforeAll(async () => {
    drawn = await drawAlgorithms({ anonymize, listAlgorithms, tableFromRows });
  }, 60_000);

  it('has a picture of every algorithm, as a run draws it now (else: node scripts/draw-algorithms.mjs)', () => {
    expect(readdirSync(join(docs, 'pictures')).sort()).toEqual(names.map((name) => `${name}.svg`).sort());
    for (const { name, svg } of drawn)
      expect(readFileSync(join(docs, 'pictures', `${name}.svg`), 'utf8') === svg, name).toBe(true);
  });

  it('says in words beside each what is to be seen', () => {
    for (const { name } of drawn) expect(page).toContain(`### ${name}\n`);
    for (const { name, caption } of drawn) expect(page).toContain(`![${name}: ${caption}](pictures/${name}.svg)`);
  });

  it('shows every person of a class inside its box: no dot is drawn in another colour than its box', () => {
    for (const { name, svg } of drawn.filter(({ caption }) => caption.includes('classes'))) {
      const boxes = [
        ...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="4" fill="(#\w+)"/g),
      ];
      const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="3.5" fill="(#\w+)"/g)];
      expect(dots.length, name).toBe(32);
      const covered = dots.filter(([, cx, cy, colour]) =>
        boxes.some(
          ([, x, y, width, height, fill]) =>
            fill === colour && +cx >= +x && +cx <= +x + +width && +cy >= +y && +cy <= +y + +height,
        ),
      );
      expect(covered.length, name).toBe(32);
    }
  });
});
