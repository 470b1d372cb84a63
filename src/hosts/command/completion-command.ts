import { writeStdout } from './console.js';
import { bashScript } from './shell/bash.js';
import type { CommandCard } from './declare.js';
import type { DeclaredCommand } from './shell/declared.js';
import { declaredCommands } from './shell/declared.js';
import { fishScript } from './shell/fish.js';
import { zshScript } from './shell/zsh.js';

const scripts: Readonly<Record<string, (commands: readonly DeclaredCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The script that makes the shell complete commands, options, names and files. */
export const completion: CommandCard = {
  usage: 'completion <shell>',
  help: 'prints a script with which a shell completes commands, options, names and files',
  options: {},
  examples: [
    ['kohort completion bash', 'script; its first line says where to put it'],
    ['kohort completion zsh', 'for zsh'],
    ['kohort completion fish', 'for fish'],
  ],
  words: { list: () => Object.keys(scripts), help: 'shell of the script' },
  run: async ([shell], _options, root) => writeStdout([scripts[shell](declaredCommands(root))]),
};
