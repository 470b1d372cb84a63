import type { Live } from './use-live.js';
import { count, percent } from '../parts/words.js';

/** What the choices would come to, as they are made. */
export function LiveStrip({ live: { preview, error, isOld, milliseconds } }: { readonly live: Live }) {
  if (error !== null) {
    return (
      <p class="live error" role="status">
        {error}
      </p>
    );
  }
  if (preview === null) return <p class="live facts">Figures stand here as soon as they are known.</p>;
  const { rows, suppressed, classes, classSizes, metrics } = preview;
  const smallest = classSizes[0]?.[0];
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['suppressed', suppressed === 0 ? 'none' : percent(suppressed / rows)],
    ['loss', metrics.loss === null ? '-' : percent(metrics.loss)],
    ['highest risk', smallest === undefined ? '-' : `1 in ${count(smallest)}`],
    ['classes', count(classes)],
    ['typical class', smallest === undefined ? '-' : count(medianOf(classSizes))],
  ];
  return (
    <dl class={isOld ? 'live old' : 'live'} aria-label="What these choices come to" data-milliseconds={milliseconds}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The size of the class that a person in the middle is in. */
function medianOf(sizes: readonly (readonly [size: number, classes: number])[]): number {
  const all = sizes.reduce((sum, [size, classes]) => sum + size * classes, 0);
  let passed = 0;
  for (const [size, classes] of sizes) {
    passed += size * classes;
    if (2 * passed >= all) return size;
  }
  return 0;
}
