import type { DeclaredCommand } from './declared.js';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A script that completes the command in fish, with what every word means. */
export function fishScript(commands: readonly DeclaredCommand[]): string {
  const lines = [
    '# fish completion of kohort. To use it: kohort completion fish > ~/.config/fish/completions/kohort.fish',
  ];
  for (const { path, options, words } of commands) {
    const seen = path.split(' ').filter((word) => word !== '');
    const inner = commands.filter((other) => other.path.startsWith(`${path} `.trimStart()) && other.path !== path);
    const isParent = inner.length > 0;
    const conditions = [
      ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(isParent ? [`not __fish_seen_subcommand_from ${words.join(' ')}`] : []),
    ];
    const when = `complete -c kohort -n ${quote(conditions.join('; and '))}`;
    for (const word of words) {
      const meaning = inner.find((other) => other.path === `${path} ${word}`.trim())?.description;
      lines.push(`${when} -f -a ${quote(word)}${meaning === undefined ? '' : ` -d ${quote(meaning)}`}`);
    }
    for (const { flag, description, value } of options) {
      const takes =
        value === 'none'
          ? ''
          : value === 'file'
            ? ' -r -F'
            : value === 'text'
              ? ' -x'
              : ` -x -a ${quote(value.join(' '))}`;
      lines.push(`${when} -l ${flag.replace(/^--/, '')}${takes} -d ${quote(description)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
