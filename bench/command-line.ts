/** The command line of a bench. */
export const args = process.argv.slice(2);

/** The text behind `--name`, or the fallback. */
export function option(name: string, fallback: string): string {
  const at = args.indexOf(`--${name}`);
  return at >= 0 ? args[at + 1] : fallback;
}
