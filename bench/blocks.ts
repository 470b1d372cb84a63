/**
 * Cost of grouping in blocks: the clusterings of Adult all at once, and in blocks of fewer and fewer distinct vectors, as for larger tables. Loss,
 * discernibility and CPU seconds of a whole run through the front door.
 *
 *   npm run bench -- blocks [--only mdav]
 *
 * Needs ../shared/data/adult (or KOHORT_SHARED); 18,109 distinct vectors of eight quasi-identifiers, k = 10.
 */
import { existsSync } from 'node:fs';
import { anonymize, type Job, type Table } from '../src/index.js';
import { LARGE_BLOCKS, type BlockSizes } from '../src/algorithms/clusters/blocks.js';
import { OKA_BLOCKS } from '../src/algorithms/clusters/oka.js';
import { ADULT_EIGHT, adultFolder, readAdult } from './adult.js';
import { option } from './command-line.js';

const BLOCKS = [8192, 4096, 2048, 1024];
const CLUSTERINGS: Readonly<Record<string, BlockSizes>> = {
  mdav: LARGE_BLOCKS,
  'k-member': LARGE_BLOCKS,
  oka: OKA_BLOCKS,
};

interface Found {
  readonly loss: number;
  readonly discernibility: number;
  readonly seconds: number;
  readonly classes: number;
}

async function group(table: Table, name: string): Promise<Found> {
  const attributes = Object.fromEntries(ADULT_EIGHT.map((each) => [each, { role: 'quasi-identifier' } as const]));
  const job: Job = {
    attributes,
    privacy: [{ model: 'k-anonymity', k: 10 }],
    algorithm: name,
    output: { ranges: 'tight' },
  };
  const before = process.cpuUsage();
  const { result, audit } = await anonymize(table, job, { seed: 1 });
  const { user, system } = process.cpuUsage(before);
  if (!audit.holds) throw new Error(`${name}: the audit does not hold`);
  const { loss, discernibility } = result.metrics;
  return {
    loss: Number(loss),
    discernibility: Number(discernibility),
    seconds: (user + system) / 1e6,
    classes: result.classes,
  };
}

/** Groups with `most` as the maximum of distinct vectors that are grouped all at once. */
async function inBlocks(table: Table, name: string, most: number): Promise<Found> {
  const sizes = CLUSTERINGS[name] as { atOnce: number; block: number };
  const { atOnce, block } = sizes;
  Object.assign(sizes, { atOnce: most, block: most });
  try {
    return await group(table, name);
  } finally {
    Object.assign(sizes, { atOnce, block });
  }
}

if (!existsSync(adultFolder)) console.log('bench blocks: SKIPPED, ../shared/data/adult is not there');
else {
  const table = await readAdult();
  const only = option('only', '');
  console.log('| clustering | distinct vectors a block | loss | discernibility | classes | CPU s |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const name of Object.keys(CLUSTERINGS).filter((each) => only === '' || each === only)) {
    await group(table, name);
    for (const most of [Infinity, ...BLOCKS]) {
      const { loss, discernibility, classes, seconds } = await inBlocks(table, name, most);
      const size = most === Infinity ? 'all at once' : most.toLocaleString('en-US');
      console.log(
        `| \`${name}\` | ${size} | ${loss.toFixed(4)} | ${discernibility.toLocaleString('en-US')} | ${classes} | ${seconds.toFixed(1)} |`,
      );
    }
  }
}
