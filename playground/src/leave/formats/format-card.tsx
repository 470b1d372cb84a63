import { useState } from 'preact/hooks';
import type { Finished } from '../../finished.js';
import type { Opened } from '../../choices.js';
import { ErrorText } from '../../parts/error-text.js';
import { Select } from '../../parts/fields.js';
import { releaseBase, save } from '../names.js';
import type { FileForm, FormatName } from './formats.js';
import { formats, isText, nameOf } from './formats.js';
import { writeRelease } from './write-release.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly form: FileForm;
  readonly onForm: (form: FileForm) => void;
}

const choices = (Object.keys(formats) as FormatName[]).map((name) => [name, formats[name].title] as const);

/** The release as a file of another format, or as another kind of CSV. */
export function FormatCard({ opened, finished: { release, apart }, form, onForm }: Props) {
  const [state, setState] = useState<'idle' | 'writing' | { readonly error: string }>('idle');
  const base = releaseBase(opened.file.name);
  const name = nameOf(base, form);
  const write = async (): Promise<void> => {
    setState('writing');
    try {
      save(await writeRelease(release, form), name);
      if (apart !== null) save(await writeRelease(apart, form), nameOf(`${base}.sensitive`, form));
      setState('idle');
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <section class="card" aria-labelledby="format-title">
      <h3 id="format-title">The release in another format</h3>
      <p class="facts">{formats[form.format].purpose}</p>
      <p class="fields">
        <Select
          label="Format"
          value={form.format}
          options={choices}
          onChange={(format) => onForm({ ...form, format })}
        />
        {form.format === 'csv' && <CsvFields form={form} onForm={onForm} />}
        {isText(form) && (
          <Check text="Compressed (.gz)" value={form.gzip} onChange={(gzip) => onForm({ ...form, gzip })} />
        )}
      </p>
      <p class="buttons">
        <button type="button" disabled={state === 'writing'} onClick={() => void write()}>
          {`Save ${name}`}
        </button>
        <span role="status">{state === 'writing' && 'The file is written ...'}</span>
      </p>
      {typeof state === 'object' && <ErrorText text={state.error} />}
    </section>
  );
}

/** Fields of CSV. */
function CsvFields({ form, onForm }: Pick<Props, 'form' | 'onForm'>) {
  return (
    <>
      <Select
        label="Separator"
        value={form.delimiter}
        options={[
          [',', 'comma'],
          [';', 'semicolon'],
          ['\t', 'tab'],
          ['|', 'vertical bar'],
        ]}
        onChange={(delimiter) => onForm({ ...form, delimiter })}
      />
      <Check
        text="Mark for Excel (byte order mark)"
        value={form.bom}
        onChange={(bom) => onForm({ ...form, bom, formulaGuard: bom })}
      />
      <Check
        text="Make formulas harmless"
        value={form.formulaGuard}
        onChange={(formulaGuard) => onForm({ ...form, formulaGuard })}
      />
    </>
  );
}

interface CheckProps {
  readonly text: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A box to tick. */
export function Check({ text, value, onChange }: CheckProps) {
  return (
    <label>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} /> {text}
    </label>
  );
}
