import type { DeclaredCommand } from './declared.js';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** An entry of \`_describe\`: a word and what it means. */
const entry = (word: string, meaning: string): string =>
  quote(`${word.replaceAll(':', '\\:')}:${meaning.replaceAll(':', '\\:')}`);

/** A script that completes the command in zsh, with what every word means. */
export function zshScript(commands: readonly DeclaredCommand[]): string {
  const byPath = new Map(commands.map((command) => [command.path, command]));
  const steps = commands.flatMap(({ path }) => {
    const words = path.split(' ');
    return path === '' ? [] : [quote(`${words.slice(0, -1).join(' ')} ${words[words.length - 1]}`)];
  });
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== 'none')
      .map(({ flag, value, isList }) => {
        const place = `    ${quote(`${path}:${flag}`)})`;
        if (value === 'file') return `${place} _files; return ;;`;
        if (typeof value === 'string') return `${place} _message ${quote(flag)}; return ;;`;
        const add = `compadd -- ${value.map(quote).join(' ')}`;
        return isList ? `${place} compset -P '*,'; ${add}; return ;;` : `${place} ${add}; return ;;`;
      }),
  );
  const flags = commands.map(
    ({ path, options }) =>
      `      ${quote(path)}) found=(${options.map(({ flag, description }) => entry(flag, description)).join(' ')}) ;;`,
  );
  const words = commands
    .filter((command) => command.words.length > 0)
    .map(
      (command) =>
        `      ${quote(command.path)}) found=(${command.words
          .map((word) => entry(word, byPath.get(`${command.path} ${word}`.trim())?.description ?? ''))
          .join(' ')}) ;;`,
    );
  return `#compdef kohort
# zsh completion of kohort. To use it: kohort completion zsh > "\${fpath[1]}/_kohort"
_kohort() {
  local command='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
      ${steps.join('|')}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command:\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$command" in
${flags.join('\n')}
    esac
    _describe -o option found
  else
    case "$command" in
${words.join('\n')}
      *) _files; return ;;
    esac
    _describe command found
  fi
}
if [[ "\${funcstack[1]}" == _kohort ]]; then _kohort "$@"; else compdef _kohort kohort; fi
`;
}
