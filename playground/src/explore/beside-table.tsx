import type { Catalogue } from 'kohort/js';
import { count, modelTitle, parameterText, percent, quantity } from '../parts/words.js';
import { type Point, riskOf } from './points.js';
import { differencesOf } from './settings-words.js';

interface Props {
  readonly points: readonly Point[];
  readonly catalogue: Catalogue;
}

interface Row {
  readonly name: string;
  readonly texts: readonly string[];
  /** True where a text is the best of its row. */
  readonly best: readonly boolean[];
}

/** Points side by side: what differs in their settings, their figures, and which is best by each. */
export function BesideTable({ points, catalogue }: Props) {
  // Releases that cut links and those that generalize are compared by no one number.
  const isMixed = new Set(points.map(({ figures }) => figures.cutsLinks)).size > 1;
  const parts: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ['What differs in the settings', settingRows(points)],
    ['Figures', figureRows(points)],
    ['Privacy achieved', privacyRows(points)],
    ['Quality', metricRows(points, catalogue)],
  ];
  return (
    <section class="side-by-side" aria-labelledby="beside-title">
      <h3 id="beside-title">Side by side</h3>
      <div class="scroll" tabIndex={0} role="group" aria-label="Side by side">
        <table>
          <thead>
            <tr>
              <td />
              {points.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {parts.map(([title, rows]) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={points.length + 1}>
                  {title}
                </th>
              </tr>
              {rows.length === 0 && (
                <tr>
                  <td colSpan={points.length + 1}>nothing</td>
                </tr>
              )}
              {rows.map(({ name, texts, best }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {texts.map((text, at) => (
                    <td key={points[at].id} class={!isMixed && best[at] ? 'number best' : 'number'}>
                      {text}
                      {!isMixed && best[at] && (
                        <>
                          {' '}
                          <span aria-hidden="true">★</span>
                          <span class="hidden">best</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

type Value = number | bigint | null;
type Better = 'less' | 'more' | 'neither';

/** A row of values; the best ones are marked where they are not all alike. */
function rowOf(name: string, values: readonly Value[], better: Better, write: (value: number | bigint) => string): Row {
  const known = values.filter((value) => value !== null);
  const best = known.reduce<Value>(
    (found, value) => (found === null || (better === 'more' ? value > found : value < found) ? value : found),
    null,
  );
  const differ = known.some((value) => value !== best);
  return {
    name,
    texts: values.map((value) => (value === null ? '-' : write(value))),
    best: values.map((value) => better !== 'neither' && differ && value !== null && value === best),
  };
}

const settingRows = (points: readonly Point[]): Row[] =>
  differencesOf(points.map(({ choices }) => choices)).map(({ name, values }) => ({
    name,
    texts: values,
    best: values.map(() => false),
  }));

function figureRows(points: readonly Point[]): Row[] {
  const of = (pick: (figures: Point['figures']) => Value): Value[] => points.map(({ figures }) => pick(figures));
  return [
    rowOf(
      'loss',
      of(({ loss }) => loss),
      'less',
      (value) => percent(Number(value)),
    ),
    rowOf('highest risk', of(riskOf), 'less', (value) => percent(Number(value))),
    rowOf(
      'smallest class',
      of(({ smallest }) => smallest),
      'more',
      count,
    ),
    rowOf(
      'classes',
      of(({ classes }) => classes),
      'more',
      count,
    ),
    rowOf(
      'suppressed rows',
      of(({ suppressed }) => suppressed),
      'less',
      count,
    ),
    { name: 'search', texts: points.map(({ figures }) => figures.proof ?? 'no proof'), best: points.map(() => false) },
  ];
}

function privacyRows(points: readonly Point[]): Row[] {
  const titles = [...new Set(points.flatMap(({ figures }) => figures.privacy.map(modelTitle)))];
  return titles.map((title) => ({
    name: title,
    texts: points.map(({ figures }) => {
      const model = figures.privacy.find((each) => modelTitle(each) === title);
      return model === undefined ? 'not asked for' : parameterText(model.achieved);
    }),
    best: points.map(() => false),
  }));
}

function metricRows(points: readonly Point[], { metrics }: Catalogue): Row[] {
  return metrics
    .filter(({ name }) => name !== 'loss')
    .map(({ name, higherIsBetter }) =>
      rowOf(
        name,
        points.map(({ figures }) => (figures.metrics as unknown as Record<string, Value | undefined>)[name] ?? null),
        higherIsBetter ? 'more' : 'less',
        quantity,
      ),
    );
}
