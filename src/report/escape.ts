/** Text as it may stand in HTML, in elements and in quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, (character) =>
    character < ' ' || character === '\u007f' ? ' ' : `&#${character.charCodeAt(0)};`,
  );
}
