import { useEffect, useRef, useState } from 'preact/hooks';
import { watchPhases } from 'kohort/assess';
import { distanceText } from '../parts/proof.js';
import { quantity } from '../parts/words.js';
import { ClosingChart } from './closing-chart.js';
import { type Moment, momentOf, withMoment } from './closing-in.js';
import type { Running } from './tasks.js';

const phases: Readonly<Record<string, string>> = {
  read: 'Reading',
  prepare: 'Counting',
  search: 'Searching',
  measure: 'Measuring',
  release: 'Writing the release',
  audit: 'Auditing the release',
  write: 'Writing the file',
};

/** Milliseconds between two messages to those who hear the page. */
const spokenInterval = 4000;
/** Milliseconds between two pictures of a search; longer for people who want less motion. */
const drawnInterval = { usual: 200, still: 4000 };

/** Progress of a task: its phase, and in a search the best cost so far and the bound as they close in. */
export function Progress({ running: { progress, since } }: { readonly running: Running }) {
  const seconds = useSeconds(since);
  const phase = progress === null ? 'Starting' : (phases[progress.phase] ?? progress.phase);
  const [timeLeft] = useState(watchPhases);
  const left = progress === null ? null : timeLeft(progress);
  const moments = useMoments(progress, since);
  const gap = progress?.gap;
  const distance = gap === undefined ? null : distanceText(gap);
  const facts = factsOf(progress);
  const spoken = useSpoken(
    phase,
    [phase, ...facts.map(({ name, value }) => `${name} ${value}`), ...(distance === null ? [] : [distance])].join(', '),
  );
  return (
    <div class="progress">
      <progress
        max={1}
        {...(progress !== null && progress.share > 0 ? { value: progress.share } : {})}
        aria-label={phase}
      />
      <p>
        {phase}, {seconds} s{left !== null && `, ${left}`}
      </p>
      {facts.length > 0 && (
        <div class="closing-in">
          <ClosingChart moments={moments} />
          <dl>
            {facts.map(({ name, value, line }) => (
              <div key={name} class={line}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {distance !== null && <p class="distance">{`${distance[0].toUpperCase()}${distance.slice(1)}`}</p>}
        </div>
      )}
      <p class="hidden" role="status">
        {spoken}
      </p>
    </div>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  /** The line of the chart that it is the end of. */
  readonly line: 'cost' | 'bound';
}

/** Facts about the result of a search. */
function factsOf(progress: Running['progress']): Fact[] {
  if (progress === null) return [];
  const { cost, lowerBound } = progress;
  const facts: Fact[] = [];
  if (cost !== undefined) facts.push({ name: 'best cost so far', value: quantity(cost), line: 'cost' });
  if (lowerBound !== undefined) facts.push({ name: 'no solution below', value: quantity(lowerBound), line: 'bound' });
  return facts;
}

/** The cost and the bound so far; drawn a few times a second. */
function useMoments(progress: Running['progress'], since: number): readonly Moment[] {
  const all = useRef<readonly Moment[]>([]);
  const [drawn, setDrawn] = useState(all.current);
  useEffect(() => {
    const next = momentOf(progress, (performance.now() - since) / 1000);
    if (next !== null) all.current = withMoment(all.current, next);
    if (all.current.length === 2) setDrawn(all.current);
  }, [progress]);
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(() => setDrawn(all.current), isStill ? drawnInterval.still : drawnInterval.usual);
    return () => clearInterval(timer);
  }, []);
  return drawn;
}

/** Whole seconds since a moment, as they pass. */
function useSeconds(since: number): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}

/** The text at the beginning of a phase, then every few seconds: a screen reader cannot follow 20 changes a second. */
function useSpoken(phase: string, text: string): string {
  const [spoken, setSpoken] = useState(text);
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    setSpoken(latest.current);
    const timer = setInterval(() => setSpoken(latest.current), spokenInterval);
    return () => clearInterval(timer);
  }, [phase]);
  return spoken;
}
