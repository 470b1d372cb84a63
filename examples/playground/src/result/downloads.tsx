import { kOf } from '../words.js';
import { traceOf } from './classes-tab.js';
import type { ResultProps } from './result-section.js';

/** Of the pictures in a report, in CSS pixels. */
const width = 736;

/** Saves a file from this page. */
function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/** The release, the job file for the command line, and the report. */
export function Downloads({ opened, finished: { job, seed, csv, sensitive, result, audit }, catalogue }: ResultProps) {
  const base = baseOf(opened.file.name);
  const report = async (): Promise<void> => {
    const [{ reportPage }, { drawClassSizes, drawSearchTrace }] = await Promise.all([
      import('kohort/report-page'),
      import('kohort/pictures'),
    ]);
    const trace = traceOf(result);
    const facts = {
      job,
      result,
      audit,
      input: opened.file.name,
      output: `${base}-release.csv`,
      seed,
      metrics: catalogue.metrics,
    };
    const html = reportPage(facts, {
      classSizes: drawClassSizes(audit.classSizes, kOf(job), { width }),
      ...(trace.length > 1 ? { trace: drawSearchTrace(trace, { width }) } : {}),
    });
    save(new Blob([html], { type: 'text/html' }), `${base}-report.html`);
  };
  return (
    <p class="buttons">
      <button type="button" class="main" onClick={() => save(csv, `${base}-release.csv`)}>
        Download the release
      </button>
      {sensitive !== null && (
        <button type="button" class="main" onClick={() => save(sensitive, `${base}-release.sensitive.csv`)}>
          Download the sensitive table
        </button>
      )}
      <button
        type="button"
        onClick={() => save(new Blob([JSON.stringify(job, null, 2), '\n'], { type: 'application/json' }), 'job.json')}
      >
        Download the job file
      </button>
      <button type="button" onClick={() => void report()}>
        Download the report
      </button>
    </p>
  );
}
