/** A file's name without its ending. */
export const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Name of the release of a file, without an ending. */
export const releaseBase = (name: string): string => `${baseOf(name)}-release`;

/** A name as one word of a shell. */
export const quoted = (name: string): string =>
  /^[\w./][\w./:-]*$/.test(name)
    ? name
    : `'${(name.startsWith('-') ? `./${name}` : name).replaceAll("'", String.raw`'\''`)}'`;

/** Saves a file from this page. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
