import { canonicalJson, hasCanonicalJson } from '../../base/canonical-json.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { canHash, sha256Of } from '../../base/sha256.js';
import { toJson } from '../../release/to-json.js';
import type { ApplicableRecoding, KeptRecoding, SealedRun, UnsealedRecoding } from './recoding.js';
import { notApplicable } from './recoding.js';

const digestOf = ({ sha256: _, ...content }: Partial<ApplicableRecoding>): Promise<string> =>
  sha256Of(canonicalJson(content));

/**
 * Binds a recoding to its own content and to the run that it came from by a digest, so that a file that was changed is refused.
 * The digest finds changes; it is no signature, since everybody can compute one.
 */
export async function sealRecoding(recoding: UnsealedRecoding, run: SealedRun): Promise<KeptRecoding> {
  if (!recoding.applicable) return recoding;
  if (!canHash()) return notApplicable(recoding.kind, 'this page has no cryptography to seal it with (it needs https)');
  const { rows, released, suppressed, classes, privacy } = run;
  // A file has this form, without members that are undefined.
  const content = JSON.parse(
    toJson({ ...recoding, run: { rows, released, suppressed, classes, privacy } }),
  ) as ApplicableRecoding;
  return { ...content, sha256: await digestOf(content) };
}

/**
 * Throws InvalidArgumentError RECODING_CHANGED where a recoding is not as `sealRecoding` left it, or stands in a result of another
 * run.
 *
 * @param outer - what the recoding was found in; compared where it is a whole result
 */
export async function checkSeal(kept: ApplicableRecoding, outer: Readonly<Record<string, unknown>>): Promise<void> {
  const wrong = (received: string): InvalidArgumentError => {
    const expected = 'a recoding as `anonymize` wrote it; a changed one may release classes of fewer than k';
    return new InvalidArgumentError('recoding', expected, received, 'RECODING_CHANGED');
  };
  if (!canHash()) throw wrong('a page without cryptography to check it with (it needs https)');
  if (!hasCanonicalJson(kept)) throw wrong('one with a number that is too large for any program, or nested too deep');
  if ((await digestOf(kept)) !== kept.sha256) throw wrong('one whose SHA-256 is not that of its content');
  const run = kept.run as unknown as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(run)) {
    if (!Object.hasOwn(outer, key)) continue;
    const { own } = JSON.parse(toJson({ own: outer[key] })) as { readonly own: unknown };
    if (canonicalJson(own) !== canonicalJson(run[key]))
      throw wrong(`a result whose "${key}" is not that of its recoding`);
  }
}
