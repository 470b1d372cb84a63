/**
 * Draws what every algorithm does to the same small table, one SVG each: the pictures of docs/pictures.md.
 * `node scripts/draw-algorithms.mjs` writes them into docs/pictures/; a test draws them again and compares.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Thirty-two people: age, zip code, disease, items bought. Nobody of them exists. */
const rows = `
21 53703 flu abc   | 23 53706 gout ab    | 24 53703 asthma ad  | 26 53708 flu abd    | 29 53706 angina ac
22 53711 gout bc   | 25 53715 flu bce    | 27 53711 angina be  | 28 53719 asthma abc
31 53703 flu ac    | 32 53706 asthma abd | 33 53703 gout ab    | 35 53708 flu ad     | 36 53706 angina abcd | 39 53703 gout cd
30 53715 asthma ef | 34 53719 flu ce     | 38 53711 gout bef
41 53706 flu ae    | 44 53703 angina af  | 48 53708 asthma acf
40 53711 gout ef   | 42 53715 flu bef    | 43 53711 angina cf  | 46 53719 asthma def | 49 53715 gout ef
52 53703 angina af | 55 53706 gout abf   | 58 53708 flu cf
51 53711 asthma ef | 54 53719 angina df  | 57 53715 flu bdf`;

export const people = rows
  .trim()
  .split(/\s*[|\n]\s*/)
  .map((row) => row.split(/\s+/))
  .map(([age, zip, disease, items]) => ({ age: Number(age), zip, disease, items: [...items].join(' ') }));

/** The people above and as many others, who live next to them: the public table of the algorithms that hide membership. */
export const everybody = [
  ...people.map(({ age, zip }) => ({ age, zip })),
  ...people.map(({ age, zip }) => ({ age: age === 58 ? 57 : age + 1, zip })),
];

const zips = [...new Set(people.map(({ zip }) => zip))].sort();
const items = [...new Set(people.flatMap((person) => person.items.split(' ')))].sort();

const presence = new Set(['mpalm', 'spalm', 'generalize-and-permute']);
const permuting = new Set(['bucketization', 'anatomy', 'slicing']);

const itemTree = { '*': { 'a-b': ['a', 'b'], 'c-d': ['c', 'd'], 'e-f': ['e', 'f'] } };

/** What the parts of a picture are. */
function kindOf(name, solution) {
  if (name === 'apriori-anonymization') return 'released items';
  return solution.kind === 'sets' ? 'clusters' : solution.kind === 'permutation' ? 'buckets' : 'classes';
}

/** The job by which an algorithm is shown. Bounding boxes as in the papers: rounding would hide, on so few people, what the search did. */
export function jobOf(name) {
  const known = { role: 'quasi-identifier' };
  if (name === 'apriori-anonymization') {
    return {
      attributes: {
        items: { role: 'quasi-identifier', set: { delimiter: ' ' }, hierarchy: { type: 'tree', tree: itemTree } },
      },
      privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
      algorithm: name,
      output: { order: 'input' },
    };
  }
  if (name === 'dissociation')
    return {
      attributes: { items: { role: 'sensitive', set: { delimiter: ' ' } } },
      privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'items' }],
      algorithm: { name, maxClusterSize: 12 },
    };
  const model = presence.has(name)
    ? { model: 'delta-presence', min: 0, max: 0.6, public: 'everybody' }
    : permuting.has(name)
      ? { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'disease' }
      : { model: 'k-anonymity', k: 3 };
  return {
    attributes: {
      age: { ...known, hierarchy: { type: 'intervals', widths: [5, 10, 20] } },
      zip: { ...known, type: 'string', hierarchy: { type: 'mask' } },
      disease: { role: 'sensitive' },
    },
    privacy: name === 'generalize-and-permute' ? [{ model: 'k-anonymity', k: 3 }, model] : [model],
    algorithm: name,
    output: { order: 'input', ranges: 'tight', suppressed: 'star' },
  };
}

const WIDTH = 420;
const HEIGHT = 250;
const LEFT = 58;
const TOP = 34;
const BOTTOM = 222;
const colours = [
  '#4269d0',
  '#e07a00',
  '#c4342d',
  '#2b9c8f',
  '#3f8f3f',
  '#b8559f',
  '#8a6a00',
  '#8e6bc9',
  '#5b7a99',
  '#a0522d',
];

const style = `<style>
  .page { fill: #fff } text { font: 11px system-ui, sans-serif; fill: #333 } .head { font-size: 13px; font-weight: 600 } .axis { stroke: #999 }
  .grid { stroke: #ddd } .gone { stroke: #888 } .other { fill: none; stroke: #888 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #1f2329 } text { fill: #ddd } .axis { stroke: #888 } .grid { stroke: #3a4048 } .gone, .other { stroke: #aaa }
  }
</style>`;

const round = (value) => Math.round(value * 10) / 10;
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function frame(name, description, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(description)}">
${style}
<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
<text class="head" x="12" y="20">${escape(name)}</text>
${parts.join('\n')}
</svg>
`;
}

/** Places of the plane: ages from left to right, zip codes from bottom to top. */
function planeOf(right) {
  const step = (BOTTOM - TOP) / zips.length;
  const x = (age) => round(LEFT + ((age - 19) / 41) * (right - LEFT));
  const y = (zip) => round(BOTTOM - (zips.indexOf(zip) + 0.5) * step);
  const axes = [
    ...zips.flatMap((zip) => [
      `<line class="grid" x1="${LEFT}" x2="${right}" y1="${y(zip)}" y2="${y(zip)}"/>`,
      `<text x="${LEFT - 6}" y="${y(zip) + 4}" text-anchor="end">${zip}</text>`,
    ]),
    ...[20, 30, 40, 50, 60].map((age) => `<text x="${x(age)}" y="${BOTTOM + 16}" text-anchor="middle">${age}</text>`),
    `<path class="axis" fill="none" d="M${LEFT} ${TOP}V${BOTTOM}H${right}"/>`,
  ];
  return { x, y, step, axes };
}

/** Ages that a released text stands for. */
function agesOf(text) {
  if (text === '*') return [19.4, 59.6];
  const [, low, high] = /^\[(\d+)-(\d+)\]$/.exec(text) ?? [null, text, text];
  return [Number(low) - 0.5, Number(high) + 0.5];
}

/** Zip codes that a released text stands for. */
function zipsOf(text) {
  if (/^\*+$/.test(text)) return zips;
  if (text.startsWith('{')) return zips.filter((zip) => text.includes(zip));
  const range = /^\[(\d+)-(\d+)\]$/.exec(text);
  if (range !== null) return zips.filter((zip) => zip >= range[1] && zip <= range[2]);
  const pattern = new RegExp(`^${text.replaceAll('*', '.')}$`);
  return zips.filter((zip) => pattern.test(zip));
}

/** Boxes of a class: one for every run of zip codes that lie beside each other. */
function boxesOf({ age, zip }, { x, y, step }, inset) {
  const [low, high] = agesOf(age);
  const own = zipsOf(zip).map((each) => zips.indexOf(each));
  const runs = own
    .filter((at) => !own.includes(at - 1))
    .map((at) => {
      let end = at;
      while (own.includes(end + 1)) end++;
      return [at, end];
    });
  return runs.map(([first, last]) => {
    const top = y(zips[last]) - step / 2 + 2 + inset;
    const bottom = y(zips[first]) + step / 2 - 2 - inset;
    const [left, right] = [x(low) + inset / 2, x(high) - inset / 2];
    return `x="${round(left)}" y="${round(top)}" width="${round(right - left)}" height="${round(bottom - top)}"`;
  });
}

const keyOf = ({ age, zip }) => `${age}|${zip}`;

/** Classes of a release as boxes over the people. */
function drawClasses(name, released, result, outsiders) {
  const plane = planeOf(WIDTH - 14);
  const isGone = (row) => result.suppressed > 0 && row.age === '*' && row.zip === '*';
  const keys = [...new Set(released.filter((row) => !isGone(row)).map(keyOf))].sort();
  const colourOf = (row) => colours[keys.indexOf(keyOf(row)) % colours.length];
  const boxes = keys.flatMap((key, i) => {
    const row = released.find((each) => keyOf(each) === key);
    const colour = colours[i % colours.length];
    return boxesOf(row, plane, (i % 4) * 1.5).map(
      (box) => `<rect ${box} rx="4" fill="${colour}" fill-opacity=".13" stroke="${colour}" stroke-width="1.5"/>`,
    );
  });
  const dots = people.map((person, i) => {
    const [cx, cy] = [plane.x(person.age), plane.y(person.zip)];
    return isGone(released[i])
      ? `<path class="gone" stroke-width="1.5" d="M${cx - 3} ${cy - 3}l6 6m0-6l-6 6"/>`
      : `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colourOf(released[i])}"/>`;
  });
  const hollow = outsiders.map(
    ({ age, zip }) => `<circle class="other" cx="${plane.x(age)}" cy="${plane.y(zip)}" r="2.5"/>`,
  );
  return { parts: [...plane.axes, ...boxes, ...hollow, ...dots], count: keys.length };
}

/** Words in lines of at most `most` characters. */
function linesOf(words, most) {
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 2 > most) lines.push(word);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines;
}

/** Buckets of a permuted release: what stays together on the left, the diseases of the bucket, without their people, on the right. */
function drawBuckets(released, sensitive, columns, outsiders) {
  const right = WIDTH - 128;
  const plane = planeOf(right);
  const buckets = [...new Set(released.map(({ bucket }) => bucket))].sort((a, b) => Number(a) - Number(b));
  const together = columns.some((group) => group.includes('age') && group.includes('zip'));
  const line = (BOTTOM - TOP) / Math.max(buckets.length, 5);
  const parts = buckets.flatMap((bucket, i) => {
    const colour = colours[i % colours.length];
    const own = released.filter((row) => row.bucket === bucket);
    const middle = round(TOP + (i + 0.5) * line);
    const counts = new Map();
    for (const { disease } of sensitive.filter((row) => row.bucket === bucket))
      counts.set(disease, (counts.get(disease) ?? 0) + 1);
    const list = [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([value, n]) => (n === 1 ? value : `${n} ${value}`));
    const places = together ? own : own.flatMap(({ age }) => own.map(({ zip }) => ({ age, zip })));
    const seen = [...new Map(places.map((place) => [keyOf(place), place])).values()];
    return [
      ...seen.flatMap(({ age, zip }) => {
        const [low, high] = agesOf(age);
        return zipsOf(zip).map((each) =>
          high - low > 1.1
            ? `<rect x="${plane.x(low)}" y="${round(plane.y(each) - 6 + (i % 5))}" width="${round(plane.x(high) - plane.x(low))}" height="8" rx="3" fill="${colour}" fill-opacity=".25"/>`
            : together
              ? `<circle cx="${plane.x(Number(age))}" cy="${plane.y(each)}" r="3.5" fill="${colour}"/>`
              : `<rect x="${round(plane.x(Number(age)) - 2.5)}" y="${round(plane.y(each) - 2.5)}" width="5" height="5" fill="${colour}" fill-opacity=".55"/>`,
        );
      }),
      `<circle cx="${right + 12}" cy="${middle}" r="3.5" fill="${colour}"/>`,
      ...linesOf(list, 26).map(
        (text, at, all) =>
          `<text x="${right + 20}" y="${round(middle + 3 + (at - (all.length - 1) / 2) * 9)}" style="font-size:8px">${text}</text>`,
      ),
    ];
  });
  const hollow = outsiders.map(
    ({ age, zip }) => `<circle class="other" cx="${plane.x(age)}" cy="${plane.y(zip)}" r="2.5"/>`,
  );
  return { parts: [...plane.axes, ...hollow, ...parts], count: buckets.length };
}

/** Clusters of lists: a dot is an item of a record; what stands in one box belongs together, what stands in two boxes need not. */
function drawChunks(released) {
  const clusters = [...new Set(released.map(({ cluster }) => cluster))];
  const heights = clusters.map((cluster) => {
    const own = released.filter((row) => row.cluster === cluster);
    const chunks = [...new Set(own.map(({ chunk }) => chunk))];
    return Math.max(...chunks.map((chunk) => own.filter((row) => row.chunk === chunk).length));
  });
  const lines = heights.reduce((sum, height) => sum + height, 0);
  const line = (BOTTOM - TOP - 8 * clusters.length) / lines;
  const x = (item) => LEFT + 24 + items.indexOf(item) * 44;
  let top = TOP + 8;
  const parts = items.map((item) => `<text x="${x(item)}" y="${BOTTOM + 16}" text-anchor="middle">${item}</text>`);
  clusters.forEach((cluster, c) => {
    const own = released.filter((row) => row.cluster === cluster);
    parts.push(
      `<text x="${LEFT - 8}" y="${round(top + (heights[c] * line) / 2 + 4)}" text-anchor="end">${cluster}</text>`,
    );
    [...new Set(own.map(({ chunk }) => chunk))].forEach((chunk, i) => {
      const records = own.filter((row) => row.chunk === chunk).map((row) => row.items.split(' ').filter(Boolean));
      const used = items.filter((item) => records.some((record) => record.includes(item)));
      const colour = colours[(c * 3 + i) % colours.length];
      const runs = used.filter((item) => !used.includes(items[items.indexOf(item) - 1]));
      for (const first of runs) {
        let last = items.indexOf(first);
        while (used.includes(items[last + 1])) last++;
        parts.push(
          `<rect x="${x(first) - 18}" y="${round(top)}" width="${x(items[last]) - x(first) + 36}" height="${round(heights[c] * line)}" rx="4" fill="${colour}" fill-opacity=".13" stroke="${colour}"/>`,
        );
      }
      records.forEach((record, r) => {
        for (const item of record)
          parts.push(
            `<circle cx="${x(item)}" cy="${round(top + (r + 0.5) * line)}" r="${round(Math.min(2.6, line / 2.2))}" fill="${colour}"/>`,
          );
      });
    });
    top += heights[c] * line + 8;
  });
  return { parts, count: clusters.length };
}

/** Lists as lines: a dot is an item, a bar a node that stands for the items below it. */
function drawItems(released, tree) {
  const line = (BOTTOM - TOP - 16) / released.length;
  const x = (item) => LEFT + 24 + items.indexOf(item) * 44;
  const leavesOf = (label) => (label === '*' ? items : (tree[label] ?? [label]));
  const parts = items.map((item) => `<text x="${x(item)}" y="${BOTTOM + 16}" text-anchor="middle">${item}</text>`);
  const labels = [...new Set(released.flatMap((row) => (row.items ?? '').split(' ').filter(Boolean)))].sort();
  released.forEach((row, r) => {
    const y = round(TOP + 8 + (r + 0.5) * line);
    for (const label of (row.items ?? '').split(' ').filter(Boolean)) {
      const own = leavesOf(label);
      const colour = colours[labels.indexOf(label) % colours.length];
      parts.push(
        own.length === 1
          ? `<circle cx="${x(own[0])}" cy="${y}" r="${round(Math.min(2.6, line / 2.2))}" fill="${colour}"/>`
          : `<line x1="${x(own[0])}" x2="${x(own.at(-1))}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2.4" stroke-linecap="round"/>`,
      );
    }
  });
  return { parts, count: labels.length };
}

/** A table as objects of texts. */
function rowsOf(table) {
  const columns = table.columns.map(({ name, texts, codes }) => ({ name, texts, codes }));
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(columns.map(({ name, texts, codes }) => [name, texts[codes[row]]])),
  );
}

/** Name, SVG text and what is to be seen, for every algorithm that `kohort` lists. */
export async function drawAlgorithms({ anonymize, listAlgorithms, tableFromRows }) {
  const table = tableFromRows(people.map(({ age, zip, disease }) => ({ age, zip, disease })));
  const lists = tableFromRows(people.map((person) => ({ items: person.items })));
  const publicTables = { everybody: tableFromRows(everybody) };
  const pictures = [];
  for (const { name } of listAlgorithms().algorithms) {
    const input = name === 'dissociation' || name === 'apriori-anonymization' ? lists : table;
    const { release, tables, result } = await anonymize(input, jobOf(name), { seed: 1, publicTables });
    const released = rowsOf(release);
    const outsiders = presence.has(name) ? everybody.slice(people.length) : [];
    const { solution } = result;
    const kind = kindOf(name, solution);
    const { parts, count } =
      kind === 'clusters'
        ? drawChunks(released)
        : kind === 'released items'
          ? drawItems(released, itemTree['*'])
          : kind === 'buckets'
            ? drawBuckets(released, rowsOf(tables?.sensitive ?? release), solution.columns, outsiders)
            : drawClasses(name, released, result, outsiders);
    const loss = result.metrics.loss == null ? '' : `, loss ${result.metrics.loss.toFixed(2)}`;
    const gone = result.suppressed > 0 ? `, ${result.suppressed} rows suppressed` : '';
    const caption = `${count} ${kind}${loss}${gone}`;
    parts.push(`<text x="${WIDTH - 14}" y="20" text-anchor="end">${caption}</text>`);
    pictures.push({ name, caption, svg: frame(name, `${name}: ${caption}`, parts) });
  }
  return pictures;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(import.meta.dirname, '../docs/pictures');
  mkdirSync(folder, { recursive: true });
  for (const { name, caption, svg } of await drawAlgorithms(await import('../dist/index.js'))) {
    writeFileSync(join(folder, `${name}.svg`), svg);
    console.log(`${name}: ${caption}`);
  }
}
