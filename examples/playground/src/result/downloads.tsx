import type { ResultProps } from './result-section.js';

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
    const { reportHtml } = await import('kohort/report');
    const html = reportHtml({
      job,
      result,
      audit,
      input: opened.file.name,
      output: `${base}-release.csv`,
      seed,
      metrics: catalogue.metrics,
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
