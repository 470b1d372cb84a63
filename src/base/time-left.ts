/** An estimate needs this time and this share of a phase; near 1, the rest may differ in kind from the finished part. */
const LEAST = { seconds: 3, share: 0.02 };
const MINUTE = 60;
const HOUR = 3600;

/** Watches the phases of a run. The returned function takes every progress and returns the timeLeftText of its phase. */
export function watchPhases(): (progress: { readonly phase: string; readonly share: number }) => string | null {
  let begun = { phase: '', at: 0 };
  return ({ phase, share }) => {
    const now = performance.now();
    if (phase !== begun.phase) begun = { phase, at: now };
    return timeLeftText((now - begun.at) / 1000, share);
  };
}

/**
 * How long a phase goes on if it goes on as it did, in words such as `about 40 s left`. A guess: the share of a search that is done is
 * itself an estimate, by the branches that are open.
 *
 * @param seconds - since the phase began
 * @param share - of it that is done, 0 to 1
 * @returns null while too little is known, and where hardly anything is left
 */
export function timeLeftText(seconds: number, share: number): string | null {
  if (!(seconds >= LEAST.seconds && share >= LEAST.share && share <= 1 - LEAST.share)) return null;
  const left = (seconds * (1 - share)) / share;
  if (left < MINUTE) return `about ${5 * Math.ceil(left / 5)} s left`;
  if (left < HOUR) return `about ${Math.round(left / MINUTE)} min left`;
  const hours = left / HOUR;
  return `about ${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h left`;
}
