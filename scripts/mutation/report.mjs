// The table by wing and the list of survivors.
import { leftOut } from './results.mjs';
import { config, isDrawn, wingOf } from './select.mjs';

const COLUMNS = ['mutants', 'text', 'explained', 'atImport', 'judged', 'killed', 'timedOut', 'survived', 'noCoverage'];
const HEADINGS = [
  'wing',
  'mutants',
  'texts',
  'explained',
  'at import',
  'judged',
  'killed',
  'timed out',
  'survived',
  'no test',
  'score',
  'all mutants, 95 %',
];

const empty = () =>
  Object.fromEntries([...COLUMNS, 'wholeKilled', 'whole', 'rest', 'drawn', 'drawnKilled'].map((name) => [name, 0]));

/** Counts of one source. Whole sources are counted, of the others only what the seed drew says something of the rest. */
export function countFile(result, drawing) {
  const counts = empty();
  const judged = [];
  for (const mutant of result.mutants) {
    counts.mutants++;
    const out = leftOut({ ...mutant, file: result.file });
    const status = out ?? result.verdicts[mutant.key]?.status;
    if (status === undefined || out === null) judged.push([mutant, status]);
    if (status !== undefined) counts[status]++;
  }
  const measurable = judged.filter(([, status]) => status !== 'atImport');
  const known = measurable.filter(([, status]) => status !== undefined);
  const killed = (list) => list.filter(([, status]) => status === 'killed' || status === 'timedOut').length;
  counts.judged = known.length;
  if (known.length === measurable.length) {
    counts.whole = known.length;
    counts.wholeKilled = killed(known);
  } else {
    const drawn = known.filter(([mutant]) => isDrawn({ ...mutant, file: result.file }, drawing));
    counts.rest = measurable.length;
    counts.drawn = drawn.length;
    counts.drawnKilled = killed(drawn);
  }
  return counts;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Wilson's interval of the sampled part, in the score of the whole. */
function interval({ whole, wholeKilled, rest, drawn, drawnKilled }) {
  const all = whole + rest;
  if (all === 0 || (rest > 0 && drawn === 0)) return '';
  if (rest === 0) return percent(wholeKilled / all);
  const z2 = 1.96 ** 2;
  const share = drawnKilled / drawn;
  const middle = (share + z2 / (2 * drawn)) / (1 + z2 / drawn);
  const half = (1.96 / (1 + z2 / drawn)) * Math.sqrt((share * (1 - share)) / drawn + z2 / (4 * drawn ** 2));
  const ofAll = (value) => percent((wholeKilled + rest * Math.min(1, Math.max(0, value))) / all);
  return `${ofAll(share)} (${ofAll(middle - half)} to ${ofAll(middle + half)})`;
}

function row(name, counts) {
  const { killed, timedOut, judged } = counts;
  const score = judged === 0 ? '' : percent((killed + timedOut) / judged);
  return [name, ...COLUMNS.map((column) => String(counts[column])), score, interval(counts)];
}

const add = (sum, counts) => {
  for (const name of Object.keys(sum)) sum[name] += counts[name];
};

/** The score of what was judged, in percent. */
export function totalOf(results, drawing) {
  const all = empty();
  for (const result of results) add(all, countFile(result, drawing));
  return { ...all, score: all.judged === 0 ? 100 : (100 * (all.killed + all.timedOut)) / all.judged };
}

export function tableOf(results, drawing) {
  const byWing = new Map();
  for (const result of results) {
    const counts = countFile(result, drawing);
    const wing = wingOf(result.file);
    if (!byWing.has(wing)) byWing.set(wing, empty());
    add(byWing.get(wing), counts);
  }
  const order = [...config.wings, 'others'].filter((wing) => byWing.has(wing));
  const rows = [HEADINGS, ...order.map((wing) => row(wing, byWing.get(wing))), row('all', totalOf(results, drawing))];
  const widths = HEADINGS.map((_, i) => Math.max(...rows.map((cells) => cells[i].length)));
  const line = (cells) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n');
}

export const survivorsOf = ({ file, mutants, verdicts }) =>
  mutants
    .filter((mutant) => leftOut({ ...mutant, file }) === null)
    .filter(({ key }) => ['survived', 'noCoverage'].includes(verdicts[key]?.status))
    .map(({ key, line, column, mutator, code, replacement }) => {
      const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, 70);
      const how = verdicts[key].status === 'noCoverage' ? 'no test' : 'survived';
      return `${file}:${line}:${column} ${how} ${mutator}: ${oneLine(code)} -> ${oneLine(replacement)}`;
    });
