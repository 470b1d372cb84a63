import { useState } from 'preact/hooks';
import type { ResultProps } from '../result/result-section.js';
import { CertificateCard } from './certificate-card.js';
import type { FileForm } from './formats/formats.js';
import { initialForm } from './formats/formats.js';
import { FormatCard } from './formats/format-card.js';
import { RecodingCard } from './recoding-card.js';
import { RepeatView } from './repeat-view.js';

/** Things to take along beside the three files of the summary: other formats, and ways to make the release again elsewhere. */
export function LeaveView({ opened, finished }: ResultProps) {
  const [form, setForm] = useState<FileForm>(() => ({ ...initialForm, ...csvOf(finished.job.output) }));
  return (
    <div class="leaving">
      <FormatCard opened={opened} finished={finished} form={form} onForm={setForm} />
      <RepeatView opened={opened} finished={finished} form={form} />
      <CertificateCard opened={opened} finished={finished} />
      <RecodingCard opened={opened} finished={finished} />
    </div>
  );
}

/** The form of CSV in a job. */
const csvOf = ({ delimiter, bom, formulaGuard }: NonNullable<ResultProps['finished']['job']['output']> = {}) => ({
  ...(delimiter === undefined ? {} : { delimiter: delimiter as FileForm['delimiter'] }),
  ...(bom === undefined ? {} : { bom }),
  formulaGuard: formulaGuard ?? bom ?? false,
});
