import type { Catalogue } from 'kohort/js';
import { useState } from 'preact/hooks';
import { COUNTS_ROWS, FAMILIES, type Family, needsPublic } from './algorithm-words.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly chosen: string;
  /** A table of everybody is open. */
  readonly hasEverybody: boolean;
  /** People have several rows: what counts rows cannot be chosen. */
  readonly hasSeveral: boolean;
  readonly onChoose: (name: string) => void;
}

/** All algorithms by family, found by typing. */
export function AlgorithmList({ catalogue, chosen, hasEverybody, hasSeveral, onChoose }: Props) {
  const [sought, setSought] = useState('');
  const counting = new Set(catalogue.algorithms.filter((each) => each.countsPersons).map(({ name }) => name));
  const isRefused = (name: string): boolean => hasSeveral && !counting.has(name);
  const found = matching(familiesOf(catalogue), catalogue, sought);
  return (
    <div class="algorithms">
      <input
        type="search"
        aria-label="Find an algorithm"
        placeholder="Find an algorithm, a paper, a word"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <div role="radiogroup" aria-label="Algorithm" class="algorithm-list">
        {found.map(({ title, meaning, algorithms }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            <p class="facts">{meaning}</p>
            {algorithms.map(([name, sentence]) => (
              <label key={name}>
                <input
                  type="radio"
                  name="algorithm"
                  value={name}
                  aria-label={name}
                  aria-describedby={`algorithm-${name}`}
                  checked={name === chosen}
                  disabled={(isRefused(name) || (needsPublic(name) && !hasEverybody)) && name !== chosen}
                  onChange={() => onChoose(name)}
                />
                <span>
                  <strong>{name}</strong>{' '}
                  <span id={`algorithm-${name}`}>
                    {sentence} {isRefused(name) && <em>{COUNTS_ROWS}</em>}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      {found.length === 0 && (
        <p class="facts" role="status">
          No algorithm is called or described so.
        </p>
      )}
    </div>
  );
}

/** The families, with those that this page has no words for at the end. */
function familiesOf({ algorithms }: Catalogue): readonly Family[] {
  const known = new Set(FAMILIES.flatMap((family) => family.algorithms.map(([name]) => name)));
  const others = algorithms.filter(({ name }) => !known.has(name));
  if (others.length === 0) return FAMILIES;
  const rest = others.map(({ name, guarantee }) => [name, `${guarantee}.`] as const);
  return [...FAMILIES, { title: 'Others', meaning: '', algorithms: rest }];
}

/** The algorithms with every word of a text in their name, sentence, family, source or guarantee. */
function matching(families: readonly Family[], { algorithms }: Catalogue, sought: string): readonly Family[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, meaning }: Family, name: string, sentence: string): string => {
    const info = algorithms.find((each) => each.name === name);
    return [title, meaning, name, sentence, info?.source, info?.guarantee].join(' ').toLowerCase();
  };
  return families
    .map((family) => ({
      ...family,
      algorithms: family.algorithms.filter(([name, sentence]) => {
        const text = textOf(family, name, sentence);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((family) => family.algorithms.length > 0);
}
