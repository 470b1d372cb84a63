import { Argument, Command, CommanderError, Option } from 'commander';
import { nearNames } from '../../base/near-name.js';
import { version } from '../../index.js';
import { algorithmsCommand } from './algorithms-command.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { anonymizeCommand } from './anonymize-command.js';
import {
  algorithmsArgument,
  bytesArgument,
  certificateArgument,
  countsArgument,
  listArgument,
  namesArgument,
  numberArgument,
  outArgument,
  releaseEndings,
  reportArgument,
} from './arguments.js';
import type { ApplyCommandOptions } from './apply-command.js';
import { applyCommand } from './apply-command.js';
import type { AttackOptions } from './attack-command.js';
import {
  attackCompositionCommand,
  attackDowncodingCommand,
  attackHistoryCommand,
  attackHomogeneityCommand,
  attackLinkageCommand,
  attackMembershipCommand,
  attackMinimalityCommand,
  attackUniquenessCommand,
} from './attack-command.js';
import type { AuditOptions } from './audit-command.js';
import { auditCommand } from './audit-command.js';
import { showText, stdoutWrites } from './console.js';
import type { CompareOptions } from './compare-command.js';
import { compareCommand } from './compare-command.js';
import { asksForJson, failWith } from './fail.js';
import type { InspectOptions } from './inspect-command.js';
import { inspectCommand } from './inspect-command.js';
import { completionCommand, shells } from './completion-command.js';
import { doctorCommand } from './doctor-command.js';
import { addExamples } from './examples.js';
import type { InitOptions } from './init-command.js';
import { initCommand } from './init-command.js';
import type { ExplainOptions } from './explain-command.js';
import { explainCommand } from './explain-command.js';
import { dialectArgument } from '../../io/sql/print-sql.js';
import { addAuditInputOptions, addInputOptions } from './input-options.js';
import { addOutputOptions } from './output-options.js';
import { addProposalOptions } from './proposal.js';
import { columnsArgument } from './sensitive-file.js';
import { addCommonOptions } from './run-options.js';
import { personOption } from './unit-options.js';
import type { VerifyOptions } from './verify-command.js';
import { verifyCommand } from './verify-command.js';

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
  const setCode = (own: number): void => {
    code = own;
  };
  let help = '';
  const program = makeProgram(setCode, (text) => {
    help += text;
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

/** The command line as it is declared: what runs, and what completion and the manual are made of. */
export function makeProgram(setCode: (code: number) => void, writeHelp: (text: string) => void): Command {
  const program = new Command('kohort')
    .description('Anonymizes tables of people and audits every release.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: writeHelp, outputError: () => undefined });
  addInit(program);
  addAnonymize(program);
  addAudit(program, setCode);
  addVerify(program, setCode);
  addApply(program);
  addCompare(program);
  addExplain(program);
  addInputOptions(
    addCommonOptions(
      addCommand(program, 'inspect <input> [more...]', 'prints columns, types, uniqueness and suggested roles'),
    ),
  )
    .option('--job <file>', 'job file: its "input" says how to read the table')
    .addOption(personOption())
    .option(
      '--rows-are-people',
      'asserts that each row is one person: skips the search for a key of people with several rows',
    )
    .action(async (input: string, more: string[], options: InspectOptions) =>
      inspectCommand(input, { ...options, more }),
    );
  const attack = addCommand(program, 'attack', 'attacks a finished release and counts what an attacker learns');
  addAttacksOnPeople(attack);
  addAttacksOnValues(attack);
  addInformation(program);
  addExamples(program);
  return program;
}

/** Commands with information on kohort itself. */
function addInformation(program: Command): void {
  addCommonOptions(
    addCommand(program, 'algorithms [name]', 'lists algorithms, privacy models and metrics, or describes one of them'),
  ).action(async (name: string | undefined, options: { json?: boolean }) => algorithmsCommand(name, options));
  addCommand(program, 'doctor', 'prints engine, threads, memory and optional packages of this machine')
    .option('--json', 'the same as JSON')
    .action(async (options: { json?: boolean }) => doctorCommand(options));
  addCommand(program, 'completion', 'prints a script with which a shell completes commands, options, names and files')
    .addArgument(new Argument('<shell>', 'shell of the script').choices(shells))
    .action(async (shell: string) => completionCommand(shell, program));
}

/** Adds a command whose errors are thrown, not printed. */
function addCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
}

const jobOption = (): Option => new Option('--job <file>', 'job file (JSON); - reads stdin').makeOptionMandatory();

const columnsOption = (): Option =>
  new Option('--columns <groups>', 'columns that slicing permuted together, as a JSON list of lists').argParser(
    columnsArgument,
  );

const originalOption = (): Option =>
  new Option('--original <file>', 'input of the release, in which persons are counted if the job names their key');

const publicOption = (): Option =>
  new Option('--public <file>', 'table of people with the quasi-identifiers').makeOptionMandatory();

function addInit(program: Command): void {
  const command = addCommand(
    program,
    'init <input> [more...]',
    'proposes a job for a table; asks questions on a terminal',
  );
  addProposalOptions(addInputOptions(addCommonOptions(command)))
    .option('--yes', 'accepts the proposal without questions')
    .option('--out <file>', 'file for the job, JSON with comments; default: stdout')
    .action(async (input: string, more: string[], options: InitOptions) => initCommand(input, { ...options, more }));
}

function addAnonymize(program: Command): void {
  const command = addInputOptions(
    addCommonOptions(
      addCommand(
        program,
        'anonymize <input> [more...]',
        'runs a job on a file, several CSV files, or a table of an SQL engine',
      ),
    ),
  );
  command.option(
    '--job <file>',
    'job file (JSON); - reads stdin; without it a job is made from the table by --k and these options:',
  );
  addOutputOptions(addProposalOptions(command))
    .option('--save-job <file>', 'file for the job that was made; default: it is printed')
    .addOption(
      new Option(
        '--out <file>',
        `file of the release: ${releaseEndings}, or a table of the engine of INPUT; default: stdout`,
      ).argParser(outArgument),
    )
    .option('--verbose', 'prints all metrics, seconds, and the reasons of a job that was made')
    .option('--exact-metrics', exactMetricsHelp)
    .option('--two-pass', 'counts distinct rows instead of keeping all rows; automatic for large files')
    .addOption(
      new Option(
        '--memory <bytes>',
        'limit of memory for the distinct rows, such as 512M; implies --two-pass',
      ).argParser(bytesArgument('--memory')),
    )
    .addOption(new Option('--checkpoint <file>', 'file for an unfinished search, to resume it later; confidential'))
    .addOption(new Option('--resume <file>', 'resumes a checkpoint of the same job and input'))
    .addOption(
      new Option('--sql <dialect>', 'prints the SQL that makes the release instead of running it').argParser(
        (text: string) => dialectArgument(text, '--sql'),
      ),
    )
    .option('--recoding <file>', '.json file with which "kohort apply" releases new rows in the same way')
    .addOption(
      new Option('--report <file>', 'report file (.html, .md or .json); may be given several times').argParser(
        reportArgument,
      ),
    )
    .addOption(
      new Option('--certificate <file>', '.json file that certifies the audit for the bytes of --out').argParser(
        certificateArgument,
      ),
    )
    .addOption(
      new Option(
        '--previous <file>',
        'earlier release of the same people; may be given several times; refuses a release that reveals more together with it',
      ).argParser(listArgument),
    )
    .option('--previous-job <file>', 'job of the earlier releases; default: --job')
    .option('--sign <key>', 'private key that signs the certificate: Ed25519, PKCS#8 in PEM')
    .action(async (input: string, more: string[], options: AnonymizeOptions) =>
      anonymizeCommand(input, { ...options, more }),
    );
}

/** Help of `--exact-metrics`. */
const exactMetricsHelp = 'prints all metrics with all digits; this output is confidential, since it reveals values that labels hide'; // prettier-ignore

function addAudit(program: Command, setCode: (code: number) => void): void {
  addAuditInputOptions(
    addCommonOptions(
      addCommand(program, 'audit <file>', 'recomputes every privacy model and metric of a finished release'),
    ),
  )
    .addOption(jobOption())
    .option('--original <file>', 'input of the release')
    .option('--sensitive <file>', 'second table of anatomy; default: FILE with .sensitive before its extension')
    .addOption(columnsOption())
    .option('--formula-guard', 'reads a release that was written with --formula-guard')
    .option('--exact-metrics', exactMetricsHelp)
    .option('--wildcards', 'also counts classes in which missing cells and * match each value')
    .action(async (file: string, options: AuditOptions) => {
      setCode(await auditCommand(file, options));
    });
}

function addVerify(program: Command, setCode: (code: number) => void): void {
  addCommonOptions(addCommand(program, 'verify <certificate> <file>', 'checks a release against its certificate'))
    .option('--key <file>', 'public key (PEM) that must have signed it')
    .option('--job <file>', 'job that the release must belong to')
    .option('--public <file>', 'public table that the models of the release must have been judged with')
    .option('--sensitive <file>', 'second table of anatomy; default: FILE with .sensitive before its extension')
    .action(async (certificate: string, file: string, options: VerifyOptions) => {
      setCode(await verifyCommand(certificate, file, options));
    });
}

function addApply(program: Command): void {
  const command = addInputOptions(
    addCommonOptions(
      addCommand(
        program,
        'apply <recoding> <input>',
        'releases new rows as an earlier release did; RECODING is a file of anonymize --recoding or --json',
      ),
    ),
  );
  addOutputOptions(command)
    .addOption(
      new Option('--out <file>', `file of the release: ${releaseEndings}; default: stdout`).argParser(outArgument),
    )
    .addOption(
      new Option('--minimum <n>', 'suppresses classes with fewer new rows than this').argParser(
        numberArgument('--minimum', 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
      ),
    )
    .addOption(
      new Option(
        '--suppressed <what>',
        '"drop" leaves suppressed rows out, "star" writes * in their quasi-identifiers',
      ).choices(['drop', 'star']),
    )
    .action(async (recoding: string, input: string, options: ApplyCommandOptions) =>
      applyCommand(recoding, input, options),
    );
}

function addExplain(program: Command): void {
  addInputOptions(
    addCommonOptions(
      addCommand(
        program,
        'explain <input> [more...]',
        'prints the plan of a job for a table: what happens to each column, and why',
      ),
    ),
  )
    .addOption(jobOption())
    .addOption(personOption())
    .option('--rows-are-people', 'each row is one person')
    .action(async (input: string, more: string[], options: ExplainOptions) =>
      explainCommand(input, { ...options, more }),
    );
}

function addCompare(program: Command): void {
  addInputOptions(
    addCommonOptions(addCommand(program, 'compare <input> [more...]', 'runs a job with several algorithms')),
  )
    .addOption(jobOption())
    .addOption(
      new Option('--algorithms <names>', 'names of algorithms, separated by commas; with options as name:option=value')
        .argParser(algorithmsArgument)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--k <numbers>', 'runs every algorithm with each of these k, such as 5,10,25').argParser(
        countsArgument('--k'),
      ),
    )
    .addOption(
      new Option(
        '--pareto <criteria>',
        'criteria of the Pareto marks: risk, accuracy, suppressed, classes, seconds, metrics (default: loss,risk)',
      ).argParser(namesArgument('--pareto')),
    )
    .option('--exact-metrics', exactMetricsHelp)
    .option('--no-accuracy', 'trains no classifiers')
    .addOption(
      new Option('--holdouts <n>', 'number of thirds of the rows that are held out in turn to measure accuracy')
        .argParser(numberArgument('--holdouts', '1, 2 or 3', (value) => [1, 2, 3].includes(value)))
        .default(1),
    )
    .action(async (input: string, more: string[], options: CompareOptions) =>
      compareCommand(input, { ...options, more }),
    );
}

function addAttack(attack: Command, usage: string, description: string): Command {
  return addInputOptions(addCommonOptions(addCommand(attack, usage, description)))
    .addOption(jobOption())
    .addOption(personOption())
    .addOption(columnsOption());
}

/** Attacks on people: who is in the release, and which of its rows. */
function addAttacksOnPeople(attack: Command): void {
  addAttack(attack, 'membership <release>', 'probability that each row, or person, of a public table is in the release')
    .addOption(publicOption())
    .addOption(originalOption())
    .addOption(
      new Option('--budget <states>', 'maximum number of states per bucket; default: 200000').argParser(
        numberArgument('--budget', 'a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0),
      ),
    )
    .action(async (file: string, options: AttackOptions & { public: string }) =>
      attackMembershipCommand(file, options),
    );
  addAttack(attack, 'linkage <release>', 'prosecutor, journalist and marketer risk against an outside table')
    .addOption(publicOption())
    .addOption(originalOption())
    .action(async (file: string, options: AttackOptions & { public: string }) => attackLinkageCommand(file, options));
}

/** Attacks on values that a release hides. */
function addAttacksOnValues(attack: Command): void {
  addAttack(
    attack,
    'homogeneity <release>',
    'classes that reveal a sensitive value, and the largest share of a value in a class',
  )
    .addOption(originalOption())
    .action(async (file: string, options: AttackOptions) => attackHomogeneityCommand(file, options));
  addAttack(attack, 'uniqueness <release>', 'rows, or people, that sets of released columns single out')
    .addOption(originalOption())
    .addOption(
      new Option('--size <n>', 'maximum number of columns of a set; default: 3').argParser(
        numberArgument('--size', 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
      ),
    )
    .action(async (file: string, options: AttackOptions) => attackUniquenessCommand(file, options));
  addAttack(attack, 'history <release>', 'sensitive values that the classes of several rows of a person leave together')
    .addOption(originalOption())
    .action(async (file: string, options: AttackOptions) => attackHistoryCommand(file, options));
  addAttack(
    attack,
    'downcoding <release>',
    'values of a k-anonymous release by hierarchies that minimality makes more exact',
  )
    .addOption(
      new Option(
        '--minimal <what>',
        'assumption: no rows of a class, no class as a whole, or no value in all classes could be more exact; default: guarantee of the algorithm',
      ).choices(['rows', 'classes', 'release']),
    )
    .action(async (file: string, options: AttackOptions) => attackDowncodingCommand(file, options));
  addAttack(
    attack,
    'minimality <release>',
    'sensitive values that become likelier because no more exact release was possible',
  )
    .addOption(publicOption())
    .addOption(
      new Option('--budget <worlds>', 'maximum number of worlds per class; default: 100000').argParser(
        numberArgument('--budget', 'a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0),
      ),
    )
    .action(async (file: string, options: AttackOptions & { public: string }) =>
      attackMinimalityCommand(file, options),
    );
  addAttack(attack, 'composition <release>', 'sensitive values that two releases of the same people leave together')
    .addOption(publicOption())
    .addOption(new Option('--with <file>', 'the second release').makeOptionMandatory())
    .addOption(new Option('--with-job <file>', 'job of the second release; default: that of the first'))
    .option('--sensitive <file>', 'second table of anatomy; default: RELEASE with .sensitive before its extension')
    .option(
      '--with-sensitive <file>',
      'second table of anatomy of the second release; default: its file with .sensitive before the extension',
    )
    .action(async (file: string, options: AttackOptions & { public: string; with: string }) =>
      attackCompositionCommand(file, options),
    );
}
