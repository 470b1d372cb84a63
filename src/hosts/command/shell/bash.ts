import type { DeclaredCommand } from './declared.js';

/** A script that completes the command in bash 3.2 and later. Where it has nothing to say, bash completes names of files. */
export function bashScript(commands: readonly DeclaredCommand[]): string {
  const inner = commands.filter(({ path }) => path !== '');
  const steps = inner.map(({ path }) => {
    const words = path.split(' ');
    return `'${words.slice(0, -1).join(' ')} ${words[words.length - 1]}'`;
  });
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== 'none')
      .map(({ flag, value, isList }) => {
        if (typeof value === 'string') return `    '${path}:${flag}') return ;;`;
        return `    '${path}:${flag}') found='${value.join(' ')}'${isList ? ' list=yes' : ''} ;;`;
      }),
  );
  const flags = commands.map(
    ({ path, options }) => `        '${path}') found='${options.map(({ flag }) => flag).join(' ')}' ;;`,
  );
  const words = commands
    .filter((command) => command.words.length > 0)
    .map((command) => `        '${command.path}') found='${command.words.join(' ')}' ;;`);
  return `# bash completion of kohort. To use it: kohort completion bash > ~/.local/share/bash-completion/completions/kohort
_kohort() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' found='' list='' head='' i
  COMPREPLY=()
  if [[ "$cur" == '=' ]]; then cur=''
  elif [[ "$prev" == '=' ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${steps.join('|')}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command:$prev" in
${values.join('\n')}
    *)
      if [[ "$cur" == -* ]]; then case "$command" in
${flags.join('\n')}
      esac; else case "$command" in
${words.join('\n')}
      esac; fi ;;
  esac
  if [[ -n "$list" && "$cur" == *,* ]]; then head="\${cur%,*},"; cur="\${cur##*,}"; fi
  COMPREPLY=($(compgen -P "$head" -W "$found" -- "$cur"))
}
complete -o default -F _kohort kohort
`;
}
