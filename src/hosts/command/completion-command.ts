import type { Command } from 'commander';
import { writeStdout } from './console.js';
import { bashScript } from './shell/bash.js';
import type { DeclaredCommand } from './shell/declared.js';
import { declaredCommands } from './shell/declared.js';
import { fishScript } from './shell/fish.js';
import { zshScript } from './shell/zsh.js';

const scripts: Readonly<Record<string, (commands: readonly DeclaredCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Shells whose completion is known. */
export const shells = Object.keys(scripts);

/** `kohort completion SHELL`: the script that makes the shell complete commands, options, names and files. */
export async function completionCommand(shell: string, program: Command): Promise<void> {
  await writeStdout([scripts[shell](declaredCommands(program))]);
}
