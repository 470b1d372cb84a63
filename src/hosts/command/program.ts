import { Command, CommanderError } from 'commander';
import { nearNames } from '../../base/near-name.js';
import { version } from '../../index.js';
import { algorithms } from './algorithms-command.js';
import { anonymizing } from './anonymize-command.js';
import { apply } from './apply-command.js';
import { attack } from './attack-command.js';
import { audit } from './audit-command.js';
import { comparing } from './compare-command.js';
import { completion } from './completion-command.js';
import { showText, stdoutWrites } from './console.js';
import type { CommandCard } from './declare.js';
import { declareOn } from './declare.js';
import { doctor } from './doctor-command.js';
import { explaining } from './explain-command.js';
import { asksForJson, failWith } from './fail.js';
import { init } from './init-command.js';
import { inspecting } from './inspect-command.js';
import { verify } from './verify-command.js';

/** The command line as it is declared: what runs, and what help, completion and the manual are made of. */
export const root: CommandCard = {
  usage: 'kohort',
  help: 'Anonymizes tables of people and audits every release.',
  options: {},
  examples: [
    ['kohort inspect people.csv', 'columns, and which of them single out rows'],
    [
      'kohort anonymize people.csv --k 5 --quasi age,zip --sensitive disease --out release.csv',
      'a release without a job file',
    ],
    ['kohort anonymize people.csv --job job.json --out release.csv', 'a release by a job file'],
  ],
  commands: [
    init,
    anonymizing,
    audit,
    verify,
    apply,
    comparing,
    explaining,
    inspecting,
    attack,
    algorithms,
    doctor,
    completion,
  ],
};

/**
 * Runs the command line. Never throws: errors are one line on stderr.
 *
 * @param args - arguments after the name of the program
 * @returns the exit code: 0 done; 1 no release or the audit failed; 2 wrong command or job; 3 unreadable input; 4 a limit of the
 *   machine; 130 interrupted
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const writesBefore = stdoutWrites();
  let code = 0;
  let help = '';
  const program = new Command('kohort')
    .description(root.help)
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      outputError: () => undefined,
    });
  declareOn(program, root, async (card, given, options) => {
    code = (await card.run?.(given, options, root)) ?? 0;
  });
  try {
    if (args.length === 0) {
      process.stderr.write(program.helpInformation());
      return 2;
    }
    refuseUnknownHelp(program, args);
    try {
      await program.parseAsync([...args], { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      await showText(help);
    }
    return code;
  } catch (error) {
    // Nothing is put behind half a result.
    return failWith(error, { json: asksForJson(args) && stdoutWrites() === writesBefore, args });
  }
}

/** Throws CommanderError for `help NAME` and `attack help NAME` of a command that there is not: commander alone would print the help of all. */
function refuseUnknownHelp(program: Command, [word, ...rest]: readonly string[]): void {
  const named = (name: string): Command | undefined => program.commands.find((each) => each.name() === name);
  const [asked] = rest;
  if (word === 'help' && program.commands.length > 0) {
    if (asked === undefined || asked.startsWith('-') || asked === 'help' || named(asked) !== undefined) return;
    const near = nearNames(
      asked,
      program.commands.map((each) => each.name()),
    );
    const hint = near.length === 0 ? '' : ` (Did you mean ${near.join(' or ')}?)`;
    throw new CommanderError(2, 'commander.unknownCommand', `error: unknown command '${asked}'${hint}`);
  }
  const own = word === undefined ? undefined : named(word);
  if (own !== undefined) refuseUnknownHelp(own, rest);
}
