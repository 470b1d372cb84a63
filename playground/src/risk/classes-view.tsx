import { binClassSizes, groupNoun } from 'kohort/assess';
import { capitalized } from '../parts/listed.js';
import { ComparedBars } from '../parts/compared-bars.js';
import { Numbers } from '../parts/numbers.js';
import { PictureOf } from '../parts/picture.js';
import { count, counted, kOf, type UnitNoun, unitNoun } from '../parts/words.js';
import type { ResultProps } from '../result/result-section.js';

type Sizes = ResultProps['finished']['audit']['classSizes'];

/** Rows by how many rows are like them. */
const alikeOf = (sizes: Sizes): Sizes => sizes.map(([size, sets]) => [size, size * sets]);

/** Protection of a permuted release: it hides to whom the sensitive values of a bucket belong, and not who is in it. */
const inBuckets = (many: UnitNoun['many']): string =>
  `${capitalized(many)} of the release by the size of their bucket, within which values are permuted: a sensitive value there may be that of any of them. Who is in the table is not hidden.`;

/** Sizes of the classes: the number of others with whom a person shares all quasi-identifiers. */
export function ClassesView({ finished: { audit, job } }: ResultProps) {
  const k = kOf(job);
  const { one, many, hasSeveral } = unitNoun(job);
  const groups = groupNoun(audit.risk);
  const { originalSizes, personsAlike, classPersons: sizes = audit.classSizes } = audit;
  const before = personsAlike?.before ?? (originalSizes === null ? null : alikeOf(originalSizes));
  const after = personsAlike?.after ?? alikeOf(sizes);
  return (
    <>
      <p>
        {groups.one === 'bucket'
          ? inBuckets(many)
          : hasSeveral === true
            ? 'People of the release by the people of their class. Somebody who knows a person finds rows of at least this many people. Somebody with rows in several classes is counted in each.'
            : `${capitalized(many)} of the release by the size of their class. Somebody who knows a person finds at least this many ${many}.`}
      </p>
      <PictureOf
        draw={(pictures, width) =>
          pictures.drawClassSizes(sizes, k, {
            width,
            counted: many,
            hasSeveral: hasSeveral === true,
            group: groups.one,
          })
        }
        of={[audit]}
      />
      {before !== null && groups.one === 'class' && <SizesBefore before={before} after={after} {...{ k, one, many }} />}
      <Numbers
        head={[`${many} in the ${groups.one}`, groups.many, many]}
        rows={sizes.map(([size, classes]) => [count(size), count(classes), count(size * classes)])}
      />
    </>
  );
}

interface SizesProps extends Pick<UnitNoun, 'one' | 'many'> {
  readonly before: Sizes;
  readonly after: Sizes;
  readonly k: number;
}

/** Rows, or people, by how many look alike, before and after. */
function SizesBefore({ before, after, k, one, many }: SizesProps) {
  const both = [before, after].map((sizes) => binClassSizes(sizes, k));
  const alone = (sizes: Sizes): number => (sizes[0]?.[0] === 1 ? sizes[0][1] : 0);
  const bins = new Map(both.flat().map((bin) => [bin.from, bin]));
  const starts = [...bins.keys()].sort((a, b) => a - b);
  // The figures count rows or people instead of classes.
  const rowsAt = (at: number, from: number): number => both[at].find((bin) => bin.from === from)?.classes ?? 0;
  const labels = starts.map((from) => {
    const to = bins.get(from)?.to ?? from;
    return from === to ? count(from) : `${count(from)} to ${count(to)}`;
  });
  return (
    <>
      <h3>Before and after</h3>
      <p>
        {capitalized(many)} by how many look alike in all quasi-identifiers. Before,{' '}
        {counted(alone(before), `${one} was`, `${many} were`)} alone, now {count(alone(after))}.
      </p>
      <ComparedBars
        caption={`${capitalized(many)} by how many look alike, before and after`}
        of={`${many} alike`}
        labels={labels}
        before={starts.map((from) => rowsAt(0, from))}
        after={starts.map((from) => rowsAt(1, from))}
      />
    </>
  );
}
