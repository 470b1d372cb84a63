import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Names of all tests, as they stand in the sources. */
function testNames(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return Array.from(
        text.matchAll(/\b(?:it|describe)(?:\.[a-zA-Z]+\([^;]*?\))?\(\s*(['`])(.*?)\1/gs),
        ([, , name]) => name,
      );
    });
}

/** Figures in a name: `Figures 2.10 to 2.14`, `Figures 3.1 and 3.2`, `Figure 5.8 ... (5.7)`. */
function figuresIn(name: string): string[] {
  if (!/Figures? \d/.test(name)) return [];
  const found = Array.from(name.matchAll(/(\d+)\.(\d+)(?: to \1\.(\d+))?/g), ([, chapter, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${chapter}.${Number(first) + i}`),
  );
  const slides = Array.from(name.matchAll(/Figures? (\d+)(?: to (\d+))?(?![.\d])/g), ([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${Number(first) + i}`),
  );
  return [...found, ...slides].flat();
}

it('every worked figure of the thesis and of the slides has a test of its number', () => {
  const named = new Set(testNames().flatMap(figuresIn));
  const chapters: Readonly<Record<number, readonly number[]>> = {
    2: [3, 4, 7, 8, 9, 10, 11, 12, 13, 14],
    3: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    4: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    // 5.5 is data.
    5: [1, 2, 3, 4, 6, 7, 8],
  };
  const wanted = Object.entries(chapters).flatMap(([chapter, figures]) =>
    figures.map((figure) => `${chapter}.${figure}`),
  );
  expect([...wanted, '9', '13', '14', '15'].filter((figure) => !named.has(figure))).toEqual([]);
  expect(figuresIn('Figures 4.4 to 4.9: Sara')).toEqual(['4.4', '4.5', '4.6', '4.7', '4.8', '4.9']);
  expect(named.has('5.9')).toBe(false);
});
