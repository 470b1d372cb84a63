import { useState } from 'preact/hooks';
import type { OutsideFile } from '../assess/answers.js';
import { ask } from '../assess/assess-client.js';
import { assessedOf } from '../assess/use-assess.js';
import { ErrorText } from '../parts/error-text.js';
import { FileButton, Select } from '../parts/fields.js';
import type { ResultProps } from '../result/result-section.js';

interface Props extends Pick<ResultProps, 'finished'> {
  /** Name of the file: the title of its attack. */
  readonly name: string;
  /** Null until every quasi-identifier has a column. */
  readonly onChange: (outside: OutsideFile | null) => void;
}

interface Chosen {
  readonly file: File;
  readonly headers: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
}

/** A CSV file with people that an attacker may have; its columns are matched by name, and by hand. */
export function OutsideFileChoice({ finished, name, onChange }: Props) {
  const names = finished.result.quasiIdentifiers;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<string | null>(null);

  function keep(next: Chosen): void {
    setChosen(next);
    const isWhole = names.every((each) => next.columns[each] !== '');
    onChange(isWhole ? { file: next.file, columns: next.columns } : null);
  }

  async function open(file: File): Promise<void> {
    setError(null);
    try {
      const headers = await ask(assessedOf(finished), 'headers', file, { signal: new AbortController().signal });
      const find = (wanted: string): string =>
        headers.find((each) => each.trim().toLowerCase() === wanted.trim().toLowerCase()) ?? '';
      keep({ file, headers, columns: Object.fromEntries(names.map((each) => [each, find(each)])) });
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    }
  }

  return (
    <>
      <p class="fields">
        <FileButton
          text={chosen === null ? 'Choose a file of people ...' : 'Choose another file ...'}
          name={`File of people: ${name}`}
          accept=".csv,text/csv"
          onChoose={(file) => void open(file)}
        />
        {chosen !== null && <span class="facts">{chosen.file.name}</span>}
      </p>
      {error !== null && <ErrorText text={error} />}
      {chosen !== null && (
        <details open={names.some((each) => chosen.columns[each] === '')}>
          <summary>Its columns</summary>
          <div class="fields matched">
            {names.map((each) => (
              <Select
                key={each}
                label={each}
                name={`Column for ${each}`}
                value={chosen.columns[each]}
                options={[['', '(choose)'], ...chosen.headers.map((header) => [header, header] as const)]}
                onChange={(header) => keep({ ...chosen, columns: { ...chosen.columns, [each]: header } })}
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}
