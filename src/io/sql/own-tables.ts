/** Tables that a run makes for itself, with names that differ from all others. */
interface OwnTables {
  /** The two tables of the map. */
  readonly vectors: string;
  readonly classes: string;
  /** The release until it is confirmed. */
  readonly release: string;
}

/** New names: a mark drawn for this run, and what it is for. */
export function nameOwnTables(): OwnTables {
  const drawn = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  const mark = `kohort_${drawn}${checkOf(drawn)}`;
  return { vectors: `${mark}_map`, classes: `${mark}_classes`, release: `${mark}_release` };
}

/** True for the name of a release that {@link nameOwnTables} made: its mark ends with digits that follow from the others. */
export function isUnconfirmedRelease(name: string): boolean {
  const [, drawn, check] = /^kohort_([0-9a-f]{12})([0-9a-f]{8})_release$/.exec(name) ?? [];
  return drawn !== undefined && check === checkOf(drawn);
}

/**
 * True when a table was made before its server started: the run that made it has ended. Both seconds are whole ones: the age is the difference of two
 * clock times that are rounded down, so it may be nearly a second too long, and the uptime is rounded down too. A table that is two seconds older
 * than the start is always recognized, and never one that is younger than the start.
 */
export function isOlderThanServer(ageSeconds: number, uptimeSeconds: number): boolean {
  return ageSeconds > uptimeSeconds + 1;
}

/** Eight digits that follow from the drawn ones, so that chance hardly makes them. FNV-1a. */
function checkOf(drawn: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`kohort ${drawn}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
