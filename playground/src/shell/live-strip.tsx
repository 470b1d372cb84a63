import { useEffect, useRef } from 'preact/hooks';
import type { Preview } from 'kohort/js';
import type { Choices } from '../choices.js';
import { cutsLinks } from '../explore/points.js';
import { Bars } from '../parts/bars.js';
import { proofOf } from '../parts/proof.js';
import { count, percent } from '../parts/words.js';
import { PersonsRefused } from './persons-refused.js';
import type { Live } from './use-live.js';

/** Bars of the sizes of classes. */
const BARS = 14;

interface Props {
  readonly live: Live;
  readonly choices: Choices;
  readonly onCure: (apply: (choices: Choices) => Choices) => void;
}

/** The effect of the choices, as they are made, and of the last change. */
export function LiveStrip({ live, choices, onCure }: Props) {
  const { preview, error, refusal = null, isOld, milliseconds } = live;
  const before = useLast(preview);
  if (refusal !== null) return <PersonsRefused {...{ refusal, choices, onCure }} />;
  if (error !== null) {
    return (
      <p class="live error" role="status">
        {error}
      </p>
    );
  }
  if (preview === null) return <p class="live facts">Figures stand here as soon as they are known.</p>;
  const sizes = preview.classPersons ?? preview.classSizes;
  const smallest = sizes[0]?.[0];
  const was = before === null ? null : figuresOf(before);
  const now = figuresOf(preview);
  const proof = proofOf(preview);
  const facts: readonly (readonly [name: string, value: string, change: Change | null])[] = [
    ['suppressed', now.suppressed === 0 ? 'none' : percent(now.suppressed), changeOf(was?.suppressed, now.suppressed)],
    ['loss', now.loss === null ? '-' : percent(now.loss), changeOf(was?.loss, now.loss)],
    cutsLinks(preview)
      ? ['chance of a value', smallest === undefined ? '-' : `1 in ${count(smallest)}`, null]
      : ['highest risk', smallest === undefined ? '-' : `1 in ${count(smallest)}`, changeOf(was?.risk, now.risk)],
    [cutsLinks(preview) ? 'buckets' : 'classes', count(preview.classes), null],
  ];
  return (
    <dl class={isOld ? 'live old' : 'live'} aria-label="What these choices come to" data-milliseconds={milliseconds}>
      {facts.map(([name, value, change]) => (
        <div key={name}>
          <dt>
            {name}{' '}
            {change !== null && <span class={change.isBetter ? 'change better' : 'change worse'}>{change.text}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      {proof !== null && (
        <div>
          <dt>search</dt>
          <dd class="in-words">{proof}</dd>
        </div>
      )}
      {smallest !== undefined && (
        <div class="wide-only">
          <dt>
            {preview.persons === null ? 'class sizes' : 'people in a class'}, {count(smallest)} to{' '}
            {count(sizes[sizes.length - 1][0])}
          </dt>
          <dd>
            <Bars
              bars={barsOf(sizes)}
              label={`${preview.persons === null ? 'Rows by the size' : 'People by the people'} of their class, small classes first`}
            />
          </dd>
        </div>
      )}
    </dl>
  );
}

interface Figures {
  readonly suppressed: number;
  readonly loss: number | null;
  readonly risk: number | null;
}

function figuresOf(preview: Preview): Figures {
  const { rows, suppressed, metrics } = preview;
  const sizes = preview.classPersons ?? preview.classSizes;
  const isApart = cutsLinks(preview);
  return {
    suppressed: rows === 0 ? 0 : suppressed / rows,
    loss: isApart ? null : metrics.loss,
    risk: isApart || sizes.length === 0 ? null : 1 / sizes[0][0],
  };
}

interface Change {
  readonly text: string;
  readonly isBetter: boolean;
}

/** Change of a share of which less is better; null where it is too small to name. */
function changeOf(was: number | null | undefined, is: number | null): Change | null {
  if (was === null || was === undefined || is === null) return null;
  const points = 100 * (is - was);
  if (Math.abs(points) < 0.05) return null;
  const text = `${points > 0 ? '+' : '−'}${Math.abs(points) < 10 ? Math.abs(points).toFixed(1) : Math.abs(points).toFixed(0)}`;
  return { text, isBetter: points < 0 };
}

/** The preview before this one. */
function useLast(preview: Preview | null): Preview | null {
  const seen = useRef<{ now: Preview | null; before: Preview | null }>({ now: null, before: null });
  if (preview !== null && preview !== seen.current.now) seen.current = { now: preview, before: seen.current.now };
  useEffect(() => () => void (seen.current = { now: null, before: null }), []);
  return seen.current.before;
}

/** Rows, or persons, by the size of their class, in steps that grow as sizes do. */
function barsOf(sizes: Preview['classSizes']): number[] {
  const least = Math.log(sizes[0][0]);
  const span = Math.log(sizes[sizes.length - 1][0]) - least;
  if (span === 0) return [1];
  const bars = new Array<number>(BARS).fill(0);
  for (const [size, classes] of sizes) {
    bars[Math.min(BARS - 1, Math.floor((BARS * (Math.log(size) - least)) / span))] += size * classes;
  }
  return bars;
}
