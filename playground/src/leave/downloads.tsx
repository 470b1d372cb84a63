import type { ResultProps } from '../result/result-section.js';
import { baseOf, releaseBase, save } from './names.js';
import { publishedAudit, publishedResult } from './published.js';

const mostHashedBytes = 512 * 1024 * 1024;

/** Name of the file of a release. */
const releaseName = (name: string): string => `${releaseBase(name)}.csv`;

/** The release, the job file for the command line, and the report. */
export function Downloads({ opened, finished: { job, seed, csv, sensitive, result, audit }, catalogue }: ResultProps) {
  const base = baseOf(opened.file.name);
  const report = async (): Promise<void> => {
    const { describeFile, jobSha256, reportHtml } = await import('kohort/report');
    const name = releaseName(opened.file.name);
    // Browsers have hashes on secure pages only, and of what fits into their memory.
    const describe = async (called: string, file: Blob) =>
      isSecureContext && file.size <= mostHashedBytes ? [await describeFile(called, file)] : [];
    const apart = sensitive === null ? [] : await describe(`${base}-release.sensitive.csv`, sensitive);
    const released = [...(await describe(name, csv)), ...apart];
    const html = reportHtml({
      ...{ job, result: publishedResult({ job, result, audit }), audit: publishedAudit({ job, audit }), seed },
      ...{ input: opened.file.name, output: name, metrics: catalogue.metrics },
      files: { input: await describe(opened.file.name, opened.file), release: released },
      ...(isSecureContext ? { jobSha256: await jobSha256(job) } : {}),
    });
    save(new Blob([html], { type: 'text/html' }), `${base}-report.html`);
  };
  return (
    <p class="buttons">
      <button type="button" class="main" onClick={() => save(csv, releaseName(opened.file.name))}>
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
