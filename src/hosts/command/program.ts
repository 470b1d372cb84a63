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
    addCommonOptions(addCommand(program, 'inspect <input> [more...]', 'columns, types, uniqueness, suggested roles')),
  )
    .option('--job <file>', 'a job: its "input" says how the file is read, warnings tell what applies')
    .addOption(personOption())
    .option('--rows-are-people', 'each row is one person: no key of people with several rows is looked for')
    .action(async (input: string, more: string[], options: InspectOptions) =>
      inspectCommand(input, { ...options, more }),
    );
  const attack = addCommand(program, 'attack', 'what an attacker learns from a finished release');
  addAttacksOnPeople(attack);
  addAttacksOnValues(attack);
  addInformation(program);
  addExamples(program);
  return program;
}

/** Commands with information on kohort itself. */
function addInformation(program: Command): void {
  addCommonOptions(
    addCommand(program, 'algorithms [name]', 'algorithms, privacy models and metrics; all about one of them'),
  ).action(async (name: string | undefined, options: { json?: boolean }) => algorithmsCommand(name, options));
  addCommand(program, 'doctor', 'what of this machine matters: engine, threads, memory, optional packages')
    .option('--json', 'the same as JSON')
    .action(async (options: { json?: boolean }) => doctorCommand(options));
  addCommand(program, 'completion', 'the script that makes a shell complete commands, options, names and files')
    .addArgument(new Argument('<shell>', 'of which shell').choices(shells))
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

const jobOption = (): Option => new Option('--job <file>', 'the job, a JSON file; - is stdin').makeOptionMandatory();

const columnsOption = (): Option =>
  new Option('--columns <groups>', 'columns that slicing permuted together, a JSON list of lists').argParser(
    columnsArgument,
  );

const originalOption = (): Option =>
  new Option('--original <file>', 'the input of the release: persons are counted in it, where the job names their key');

const publicOption = (): Option =>
  new Option('--public <file>', 'a table of people with the quasi-identifiers').makeOptionMandatory();

function addInit(program: Command): void {
  const command = addCommand(program, 'init <input> [more...]', 'proposes a job for a table, and asks on a terminal');
  addProposalOptions(addInputOptions(addCommonOptions(command)))
    .option('--yes', 'takes the proposal without asking')
    .option('--out <file>', 'the job, JSON with comments; default: stdout')
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
    'the job, a JSON file; - is stdin; without it one is made from the table, by --k and these:',
  );
  addOutputOptions(addProposalOptions(command))
    .option('--save-job <file>', 'the job that was made; default: it is printed')
    .addOption(
      new Option(
        '--out <file>',
        'the release: a .csv, .ndjson, .json (each also .gz), .parquet or .arrow file, or a table of the engine of INPUT; default: stdout',
      ).argParser(outArgument),
    )
    .option('--verbose', 'tells every metric, the seconds, and the reasons of a job that was made')
    .option('--exact-metrics', exactMetricsHelp)
    .option('--two-pass', 'counts distinct rows instead of keeping the rows; by itself for large files')
    .addOption(
      new Option('--memory <bytes>', 'most bytes for the distinct rows, such as 512M; implies --two-pass').argParser(
        bytesArgument('--memory'),
      ),
    )
    .addOption(new Option('--checkpoint <file>', 'where an unfinished search is saved, to be resumed; confidential'))
    .addOption(new Option('--resume <file>', 'goes on from a checkpoint of the same job and input'))
    .addOption(
      new Option('--sql <dialect>', 'prints the SQL that makes the release instead of running it').argParser(
        (text: string) => dialectArgument(text, '--sql'),
      ),
    )
    .option('--recoding <file>', 'what "kohort apply" needs to release new rows alike: a .json file')
    .addOption(
      new Option(
        '--report <file>',
        'a report that can be filed: an .html, .md or .json file; may be given several times',
      ).argParser(reportArgument),
    )
    .addOption(
      new Option('--certificate <file>', 'what was found, bound to the bytes of --out: a .json file').argParser(
        certificateArgument,
      ),
    )
    .addOption(
      new Option(
        '--previous <file>',
        'an earlier release of the same people, several times: refuses what the new one would tell together with them',
      ).argParser(listArgument),
    )
    .option('--previous-job <file>', 'the job that made the earlier releases; default: --job')
    .option('--sign <key>', 'signs the certificate: an Ed25519 private key, PKCS#8 in PEM')
    .action(async (input: string, more: string[], options: AnonymizeOptions) =>
      anonymizeCommand(input, { ...options, more }),
    );
}

/** Help of `--exact-metrics`. */
const exactMetricsHelp = 'all metrics with all digits: then the output is confidential, since it gives away values that labels hide'; // prettier-ignore

function addAudit(program: Command, setCode: (code: number) => void): void {
  addAuditInputOptions(
    addCommonOptions(
      addCommand(program, 'audit <file>', 'recomputes every privacy model and metric of a finished release'),
    ),
  )
    .addOption(jobOption())
    .option('--original <file>', 'the input that the release was made from')
    .option('--sensitive <file>', 'the second table of anatomy; default: FILE with .sensitive before its ending')
    .addOption(columnsOption())
    .option('--formula-guard', 'the release was written with --formula-guard')
    .option('--exact-metrics', exactMetricsHelp)
    .option('--wildcards', 'also counts rows as if missing and * cells matched every value')
    .action(async (file: string, options: AuditOptions) => {
      setCode(await auditCommand(file, options));
    });
}

function addVerify(program: Command, setCode: (code: number) => void): void {
  addCommonOptions(
    addCommand(program, 'verify <certificate> <file>', 'holds a certificate of anonymize against a release'),
  )
    .option('--key <file>', 'the public key (PEM) that must have signed it')
    .option('--job <file>', 'the job that the release should be of')
    .option('--public <file>', 'the public table that the models of the release should have been judged against')
    .option('--sensitive <file>', 'the second table of anatomy; default: FILE with .sensitive before its ending')
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
        'releases new rows as an earlier release did: RECODING is what anonymize --json or --recoding wrote',
      ),
    ),
  );
  addOutputOptions(command)
    .addOption(
      new Option(
        '--out <file>',
        'the release: .csv, .ndjson, .json (each also .gz), .parquet or .arrow; default: stdout',
      ).argParser(outArgument),
    )
    .addOption(
      new Option('--minimum <n>', 'suppresses classes with fewer than so many new rows').argParser(
        numberArgument('--minimum', 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
      ),
    )
    .addOption(
      new Option(
        '--suppressed <what>',
        'rows that are not released: "drop", or "star" for * in their quasi-identifiers',
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
        'what a job means for a table: the plan, and what happens to each column',
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
      new Option('--algorithms <names>', 'separated by commas; with options as name:option=value')
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
        'what the Pareto marks compare: risk, accuracy, suppressed, classes, seconds, metrics (default: loss,risk)',
      ).argParser(namesArgument('--pareto')),
    )
    .option('--exact-metrics', exactMetricsHelp)
    .option('--no-accuracy', 'trains no classifiers')
    .addOption(
      new Option('--holdouts <n>', 'thirds of the rows that are held out in turn to measure accuracies')
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
  addAttack(attack, 'membership <release>', 'how likely every row, or person, of a public table is in the release')
    .addOption(publicOption())
    .addOption(originalOption())
    .addOption(
      new Option('--budget <states>', 'most states to count a bucket by, default 200000').argParser(
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
  addAttack(attack, 'homogeneity <release>', 'classes that tell sensitive values, and how far they lean')
    .addOption(originalOption())
    .action(async (file: string, options: AttackOptions) => attackHomogeneityCommand(file, options));
  addAttack(attack, 'uniqueness <release>', 'rows, or people, that sets of released columns single out')
    .addOption(originalOption())
    .addOption(
      new Option('--size <n>', 'most columns of a set, default 3').argParser(
        numberArgument('--size', 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
      ),
    )
    .action(async (file: string, options: AttackOptions) => attackUniquenessCommand(file, options));
  addAttack(attack, 'history <release>', 'sensitive values that the classes of several rows of a person leave together')
    .addOption(originalOption())
    .action(async (file: string, options: AttackOptions) => attackHistoryCommand(file, options));
  addAttack(attack, 'downcoding <release>', 'what minimality tells of the nodes of a hierarchical k-anonymous release')
    .addOption(
      new Option(
        '--minimal <what>',
        'no rows of a class could be more exact, no class as a whole, or no value in all classes; default: what the algorithm guarantees',
      ).choices(['rows', 'classes', 'release']),
    )
    .action(async (file: string, options: AttackOptions) => attackDowncodingCommand(file, options));
  addAttack(attack, 'minimality <release>', 'sensitive values that are likelier since no specialization was released')
    .addOption(publicOption())
    .addOption(
      new Option('--budget <worlds>', 'most worlds to look at for a class, default 100000').argParser(
        numberArgument('--budget', 'a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0),
      ),
    )
    .action(async (file: string, options: AttackOptions & { public: string }) =>
      attackMinimalityCommand(file, options),
    );
  addAttack(attack, 'composition <release>', 'sensitive values that two releases of the same people leave together')
    .addOption(publicOption())
    .addOption(new Option('--with <file>', 'the second release').makeOptionMandatory())
    .addOption(new Option('--with-job <file>', "the second release's job, default that of the first"))
    .option('--sensitive <file>', 'the second table of anatomy; default: RELEASE with .sensitive before its ending')
    .option('--with-sensitive <file>', 'that of the second release; default: beside it likewise')
    .action(async (file: string, options: AttackOptions & { public: string; with: string }) =>
      attackCompositionCommand(file, options),
    );
}
