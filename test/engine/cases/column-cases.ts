import type { EngineColumn, LevelMap } from '../../../src/engine/engine.js';
import { generator } from '../random.js';
import type { Subject } from './kernel-case.js';
import { messageOf, seededCases } from './kernel-case.js';

const WIDTHS = [
  { Codes: Uint8Array, most: 256 },
  { Codes: Uint16Array, most: 65_536 },
  { Codes: Uint32Array, most: 4_294_967_295 },
] as const;
/** Rows around the ends of vectors (SIMD) and of chunks of keys. */
const ROWS = [0, 1, 3, 4, 5, 15, 16, 17, 31, 33, 100, 2047, 2048, 2049, 4100];
const SIZES = [2, 16, 17, 129, 256, 257, 300, 65_536, 65_537, 69_000];

/** Columns of every width, through dictionaries and levels into every other width. */
function prepareColumns(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 40);
  const rows = ROWS[seed % ROWS.length];
  const drawMap = (domain: number): LevelMap => {
    const size = random.pick(SIZES.filter((each) => each <= 2 * domain));
    return { map: Uint32Array.from({ length: domain }, () => random.below(size)), size };
  };
  const loaded: number[] = [];
  const columns = Array.from({ length: 1 + random.below(4) }, (): EngineColumn => {
    const domain = random.pick(SIZES);
    // Codes of any width: a wider one than their space needs, or a narrower one, whose codes are all small.
    const { Codes, most } = random.pick(WIDTHS);
    const used = Math.min(domain, most);
    const codes = new Codes(rows).map(() => random.below(used));
    if (rows > 2) codes[rows - 1] = used - 1;
    if (random.below(2) === 0) return { codes, size: (loaded.push(domain), domain) };
    const { map, size } = drawMap(domain);
    loaded.push(size);
    return { codes, size, map };
  });
  const maps = loaded.map((size) => (random.below(4) === 0 ? null : drawMap(size)));
  const classes = 3;
  const classOf = Uint32Array.from({ length: rows }, (_, i) => i % classes);
  return ({ engine }) => {
    const table = engine.load(rows, columns);
    const sets = [engine.frequencySet(table), engine.frequencySet(table, undefined, maps)];
    const seen: unknown[] = sets.map((set) => [set.vectorOf(), set.counts(), set.sizes.map((_, c) => set.codes(c))]);
    const rolled = engine.rollUp(sets[0], maps);
    seen.push(rolled.counts(), rolled.sizes.map((_, c) => rolled.codes(c))); // prettier-ignore
    columns.forEach((_, c) => {
      seen.push(engine.splitClasses(table, { count: classes, classOf }, c, maps[c]));
      if (loaded[c] > 70_000) return;
      const groupOf = Uint32Array.from({ length: sets[0].length }, (__, i) => i % 2);
      seen.push(engine.histogram(table, { count: classes, classOf }, c), engine.groupHistogram(sets[0], groupOf, 2, c));
    });
    for (const part of [...sets, rolled, table]) part.dispose();
    return seen;
  };
}

/** One code that lies outside of its space, at every place of columns of every width. */
function prepareOutside(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 70);
  const rows = [1, 4, 5, 16, 17, 21, 35, 40][seed % 8];
  const { Codes } = WIDTHS[seed % 3];
  const size = random.pick([2, 100, 250]);
  return ({ engine }) => {
    const seen: string[] = [];
    for (let place = -1; place < rows; place++) {
      const codes = new Codes(rows).map((_, i) => (i === place ? size : (i * 7) % size));
      const map = Uint32Array.from({ length: size }, (_, code) => (code * 3) % size);
      const classOf = Uint32Array.from(codes);
      const table = engine.load(rows, [{ codes: new Uint8Array(rows), size: 2 }]);
      seen.push(
        messageOf(() => engine.load(rows, [{ codes, size }])),
        messageOf(() => engine.load(rows, [{ codes, size, map }])),
        messageOf(() => engine.splitClasses(table, { count: size, classOf }, 0)),
      );
      table.dispose();
    }
    return seen;
  };
}

/** Sums of sizes near 2^32, and minorities of rows of every length. */
function prepareSums(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 80);
  const most = [10, 70_000, 4_294_967_295][seed % 3];
  const sizes = Uint32Array.from({ length: seed }, () => 1 + random.below(most));
  const width = 1 + ((seed * 3) % 41);
  const histogram = Uint32Array.from({ length: width * (1 + (seed % 4)) }, () => random.below(most));
  return ({ engine }) => [
    [0, 1, 5, 60_000].map((k) => engine.classSums(sizes, k)),
    engine.minoritySum(histogram, width),
  ];
}

export const columnCases = [
  ...seededCases('columns', 60, prepareColumns),
  ...seededCases('outside', 24, prepareOutside),
  ...seededCases('sums', 48, prepareSums),
];
