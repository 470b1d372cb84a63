/** The certificate of a release: loaded when it is asked for. */
import { describeFile, jobSha256, makeCertificate } from 'kohort/report';
import type { Opened } from '../choices.js';
import type { Finished } from '../finished.js';
import type { Everybody } from '../search/everybody.js';
import { releaseBase } from './names.js';
import { publishedResult } from './published.js';

/** The certificate of the files that the summary gives, as the command writes it. */
export async function certificateOf({ file, everybody }: Opened, finished: Finished): Promise<Blob> {
  const { job, csv, sensitive } = finished;
  const base = releaseBase(file.name);
  // In the order in which the command writes them.
  const certified = async (table: 'release' | 'sensitive', called: string, content: Blob) => {
    const { name, sha256, bytes } = await describeFile(called, content);
    return { name, table, sha256, bytes };
  };
  const people = async ({ name: called, file: content }: Everybody) => {
    const { name, sha256, bytes } = await describeFile(called, content);
    return { name, sha256, bytes };
  };
  const files = [await certified('release', `${base}.csv`, csv)];
  if (sensitive !== null) files.push(await certified('sensitive', `${base}.sensitive.csv`, sensitive));
  const hasPublic = job.privacy.some((spec) => 'public' in spec);
  const certificate = makeCertificate(publishedResult(finished), {
    files,
    jobSha256: await jobSha256(job),
    unit: job.unit,
    missingPersons: job.missingPersons,
    publicTable: hasPublic && everybody !== undefined ? await people(everybody) : undefined,
    date: new Date(),
  });
  return new Blob([JSON.stringify(certificate, null, 2), '\n'], { type: 'application/json' });
}
