import { canonicalJson } from '../../../src/base/canonical-json.js';
import { sha256Of } from '../../../src/base/sha256.js';

const run = { rows: 2, released: 2, suppressed: 0, classes: 1, privacy: [] };

/** A changed recoding with the digest of its content, as somebody forges one, so that its other parts are looked at. */
export async function reseal(given: unknown): Promise<unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const outer = given as Record<string, unknown>;
  if (Object.hasOwn(outer, 'recoding')) return { recoding: await reseal(outer.recoding) };
  const { sha256: _, ...content } = { run, ...outer } as Record<string, unknown>;
  try {
    return { ...content, sha256: await sha256Of(canonicalJson(JSON.parse(JSON.stringify(content)))) };
  } catch {
    return given;
  }
}
