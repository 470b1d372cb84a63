import { attributeOf } from '../../src/privacy/attribute-of.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditedModel } from '../../src/audit/report.js';
import type { PrivacySpec } from '../../src/job/job.js';
import { bothEngines } from '../engine/engines.js';
import { algorithmNames } from '../registry.js';
import { casesOf } from '../shared.js';
import { pycanonFolder, pythonWithPandas, runChecker } from './python.js';
import { BETA, drawReleased, JUDGED, type ReleasedCase } from './released-cases.js';
import { longTest } from '../long-test.js';

/** Levels of one sensitive column, as pandas finds them; null where no bound would hold. */
interface PandasLevels {
  readonly distinct: number;
  readonly entropy: number;
  readonly recursive: number | null;
  readonly alpha: number;
  readonly equal: number;
  readonly ordered: number;
  readonly beta: number;
  readonly enhancedHolds: boolean;
  readonly delta: number;
  readonly deltaOfAll: number | null;
  readonly range?: number;
}

interface ByPandas {
  readonly k: number;
  readonly classes: number;
  readonly averageRisk: number;
  readonly ofRelease: Readonly<Record<string, PandasLevels>>;
  readonly ofOriginal: Readonly<Record<string, PandasLevels>>;
}

/** Levels by pyCANON, which rounds entropy l-diversity down and caps enhanced beta-likeness. */
interface PycanonLevels extends Omit<PandasLevels, 'entropy' | 'recursive' | 'enhancedHolds' | 'deltaOfAll' | 'range'> {
  readonly entropyFloor: number;
  readonly enhancedBeta: number;
  readonly leastShare: number;
}

interface ByPycanon {
  readonly k: number;
  readonly ofRelease: Readonly<Record<string, PycanonLevels>>;
}

/** Dissociation has no classes; the other two need a public table, which a release does not show. */
const algorithms = algorithmNames.filter(
  (name) => !['apriori-anonymization', 'dissociation', 'mpalm', 'spalm', 'generalize-and-permute'].includes(name),
);
const perAlgorithm = Number(process.env.KOHORT_OTHERS ?? casesOf(60, 2));
const engines = await bothEngines();
const folder = mkdtempSync(join(tmpdir(), 'kohort-others-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function drawAll(): Promise<ReleasedCase[]> {
  const cases: ReleasedCase[] = [];
  for (const algorithm of algorithms) {
    for (let seed = 1; seed <= perAlgorithm; seed++) {
      const engine = engines[seed % 2 === 0 ? 'wasm' : 'js'];
      const drawn =
        (await drawReleased(seed, algorithm, { folder, engine, withModel: true })) ??
        (await drawReleased(seed, algorithm, { folder, engine, withModel: false }));
      if (drawn !== null && drawn.result.released > 0) cases.push(drawn);
    }
  }
  return cases;
}

const cases = pythonWithPandas === null ? [] : await drawAll();

/** Compares levels, and counts them. */
class Comparison {
  compared = 0;
  readonly differences: string[] = [];
  readonly byModel = new Map<string, number>();

  /** The found level is null where no bound would hold, and the other one is undefined or infinite there. */
  level(what: string, model: string, found: number | null, told: number | undefined): void {
    this.#count(model);
    const isSame =
      found === null
        ? told === undefined || told === Infinity
        : told !== undefined && Math.abs(found - told) <= 1e-9 * Math.max(1, Math.abs(found));
    if (!isSame) this.differences.push(`${what}, ${model}: ${found} found, ${told} told`);
  }

  answer(what: string, model: string, found: boolean, told: boolean): void {
    this.#count(model);
    if (found !== told) this.differences.push(`${what}, ${model}: holds ${found}, told ${told}`);
  }

  #count(model: string): void {
    this.compared++;
    this.byModel.set(model, (this.byModel.get(model) ?? 0) + 1);
  }
}

const nameOf = (spec: PrivacySpec): string =>
  [
    spec.model,
    'variant' in spec ? spec.variant : '',
    'distance' in spec ? spec.distance : '',
    'absent' in spec ? spec.absent : '',
    'attribute' in spec ? spec.attribute : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

/** Holds what kohort says of a model against what pandas found. */
type Judgement = (spec: PrivacySpec, told: AuditedModel) => void;

function byPandas(all: Comparison, what: string, found: ByPandas, columns: ByPandas['ofRelease']): Judgement {
  return (spec, { achieved, holds }) => {
    const own = columns[attributeOf(spec) ?? ''];
    const say = (level: number | null | undefined, key: string): void =>
      all.level(what, nameOf(spec), level ?? null, achieved[key]);
    const judges: Partial<Record<PrivacySpec['model'], () => void>> = {
      'k-anonymity': () => say(found.k, 'k'),
      'average-risk': () => say(found.averageRisk, 'risk'),
      'maximum-risk': () => say(1 / found.k, 'risk'),
      'ke-anonymity': () => [say(own?.distinct, 'k'), say(own?.range, 'e')],
      'alpha-k-anonymity': () => [say(found.k, 'k'), say(own?.alpha, 'alpha')],
      't-closeness': () => say('distance' in spec && spec.distance === 'ordered' ? own?.ordered : own?.equal, 't'),
      'beta-likeness': () => say(own?.beta, 'beta'),
      'delta-disclosure': () =>
        say('absent' in spec && spec.absent === 'violates' ? own?.deltaOfAll : own?.delta, 'delta'),
      'l-diversity': () => {
        if ('variant' in spec && spec.variant === 'recursive') say(own?.recursive, 'c');
        else say('variant' in spec && spec.variant === 'entropy' ? own?.entropy : own?.distinct, 'l');
      },
    };
    const judge = judges[spec.model];
    if (judge === undefined) throw new Error(`nobody compares ${spec.model}`);
    judge();
    if (spec.model === 'beta-likeness' && spec.variant === 'enhanced' && spec.beta === BETA && own !== undefined) {
      all.answer(what, nameOf(spec), own.enhancedHolds, holds);
    }
  };
}

/** Compares with pyCANON. Models that look at the whole table are compared where its rows are those that pyCANON sees. */
function byPycanon(all: Comparison, what: string, found: ByPycanon, isWhole: boolean): Judgement {
  return (spec, { achieved }) => {
    const say = (level: number, key: string): void => all.level(what, nameOf(spec), level, achieved[key]);
    if (spec.model === 'k-anonymity') return say(found.k, 'k');
    const attribute = attributeOf(spec);
    if (attribute === undefined) return;
    const own = found.ofRelease[attribute];
    if (spec.model === 'ke-anonymity') return say(own.distinct, 'k');
    if (spec.model === 'alpha-k-anonymity') return [say(found.k, 'k'), say(own.alpha, 'alpha')][0];
    if (spec.model === 'l-diversity') {
      if (spec.variant === 'distinct') say(own.distinct, 'l');
      // pyCANON gives the whole part of e to the entropy, in which 2 may have become 1.9999.
      const wholes = [-1e-9, 1e-9].map((off) => Math.floor(achieved.l + off));
      if (spec.variant === 'entropy') all.answer(what, nameOf(spec), true, wholes.includes(own.entropyFloor));
      return;
    }
    if (!isWhole) return;
    if (spec.model === 't-closeness') return say(spec.distance === 'ordered' ? own.ordered : own.equal, 't');
    if (spec.model === 'beta-likeness') {
      if (spec.variant === 'basic') return say(own.beta, 'beta');
      // Its figure is the largest gain, or the largest -ln p where that is less.
      return all.level(what, nameOf(spec), own.enhancedBeta, Math.min(achieved.beta, -Math.log(own.leastShare)));
    }
    if (spec.model === 'delta-disclosure' && spec.absent !== 'violates') say(own.delta, 'delta');
  };
}

/** Judgements of kohort on a release: on every model in both audits, and on the job's in its result. */
function judgeAll(
  { models, alone, withOriginal, result }: ReleasedCase,
  of: { alone: Judgement; whole: Judgement },
): void {
  models.forEach((spec, i) => {
    of.alone(spec, alone.privacy[i]);
    of.whole(spec, withOriginal.privacy[i]);
    if (i < result.privacy.length) of.whole(spec, result.privacy[i]);
  });
}

describe.skipIf(pythonWithPandas === null)('levels that pandas recounts from released files', () => {
  it(`are those of the result and of both audits (${perAlgorithm} jobs of each algorithm)`, () => {
    const found = runChecker<ByPandas>(
      'levels_by_pandas.py',
      cases.map(({ told }) => told),
    );
    const all = new Comparison();
    cases.forEach((drawn, i) => {
      const { ofRelease, ofOriginal } = found[i];
      judgeAll(drawn, {
        alone: byPandas(all, `${drawn.name}, audit of the release alone`, found[i], ofRelease),
        whole: byPandas(all, `${drawn.name}, audit or result`, found[i], ofOriginal),
      });
      all.level(drawn.name, 'classes', found[i].classes, drawn.result.classes);
    });
    console.log(`pandas: ${all.compared} levels of ${cases.length} releases, ${all.differences.length} differ`);
    expect(all.differences).toEqual([]);
    // Nothing passes by not being there.
    expect(new Set(cases.map(({ result }) => result.algorithm.name))).toEqual(new Set(algorithms));
    expect(all.compared).toBeGreaterThan(cases.length * 30);
    // Suppressed rows come up in both ways, and buckets.
    if (perAlgorithm >= 6) {
      expect(cases.some(({ told }) => told.starred > 0)).toBe(true);
      expect(cases.some(({ told, result }) => told.starred === 0 && result.suppressed > 0)).toBe(true);
    }
    expect(cases.filter(({ told }) => told.grouping[0] === 'bucket').length).toBeGreaterThan(perAlgorithm / 3);
    expect([...all.byModel.keys()]).toEqual(expect.arrayContaining(JUDGED.map(nameOf)));
  });

  longTest('are not found equal where a row has another class', () => {
    // This checker and comparison judge a release by the levels of another one.
    const [one, other] = [cases[0], cases[cases.length - 1]];
    const [found] = runChecker<ByPandas>('levels_by_pandas.py', [other.told]);
    const all = new Comparison();
    const judge = byPandas(all, 'exchanged', found, found.ofOriginal);
    judgeAll(one, { alone: judge, whole: judge });
    expect(all.differences.length).toBeGreaterThan(5);
  });
});

describe.skipIf(pythonWithPandas === null || pycanonFolder === null)(
  'levels that pyCANON computes of released files',
  () => {
    it(`are those of the result and of both audits (${perAlgorithm} jobs of each algorithm)`, () => {
      const found = runChecker<ByPycanon>(
        'levels_by_pycanon.py',
        cases.map(({ told }) => told),
      );
      const all = new Comparison();
      cases.forEach((drawn, i) => {
        const { starred } = drawn.told;
        judgeAll(drawn, {
          alone: byPycanon(all, `${drawn.name}, audit of the release alone`, found[i], starred === 0),
          whole: byPycanon(all, `${drawn.name}, audit or result`, found[i], drawn.result.suppressed === 0),
        });
      });
      console.log(`pyCANON: ${all.compared} levels of ${cases.length} releases, ${all.differences.length} differ`);
      expect(all.differences).toEqual([]);
      expect(all.compared).toBeGreaterThan(cases.length * 10);
    });
  },
);
