import { useEffect, useRef, useState } from 'preact/hooks';
import type { Running } from './tasks.js';
import { percent, quantity } from '../parts/words.js';

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

/** How far a task is: its phase, and of a search the best cost so far, the bound and the gap. */
export function Progress({ running: { progress, since } }: { readonly running: Running }) {
  const seconds = useSeconds(since);
  const phase = progress === null ? 'Starting' : (phases[progress.phase] ?? progress.phase);
  const facts = factsOf(progress);
  const spoken = useSpoken(phase, [phase, ...facts.map(([name, value]) => `${name} ${value}`)].join(', '));
  return (
    <div class="progress">
      <progress
        max={1}
        {...(progress !== null && progress.share > 0 ? { value: progress.share } : {})}
        aria-label={phase}
      />
      <p>
        {phase}, {seconds} s
      </p>
      {facts.length > 0 && (
        <dl class="cards">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p class="hidden" role="status">
        {spoken}
      </p>
    </div>
  );
}

/** What a search knows of its result. */
function factsOf(progress: Running['progress']): (readonly [name: string, value: string])[] {
  if (progress === null) return [];
  const { cost, lowerBound, gap } = progress;
  const facts: (readonly [string, string])[] = [];
  if (cost !== undefined) facts.push(['best cost so far', quantity(cost)]);
  if (lowerBound !== undefined) facts.push(['no solution below', quantity(lowerBound)]);
  if (gap !== undefined) facts.push(['gap', percent(gap)]);
  return facts;
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
