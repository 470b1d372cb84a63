import type { Command, Option } from 'commander';
import { listAlgorithms } from '../../../index.js';
import { dialects } from '../../../io/sql/dialects.js';
import { encodings } from '../../../table/input-spec.js';

/** Kind of the text after an option: nothing, the name of a file, some text, or one of a few words. */
type OptionValue = 'none' | 'file' | 'text' | readonly string[];

/** An option as shells complete it and as the manual shows it. */
interface DeclaredOption {
  /** Such as `--engine`. */
  readonly flag: string;
  /** Such as `--engine <name>`. */
  readonly usage: string;
  readonly description: string;
  readonly value: OptionValue;
  /** True where several words may stand with commas between them. */
  readonly isList: boolean;
}

/** A command as it was declared. */
export interface DeclaredCommand {
  /** Such as `attack linkage`; empty for the program itself. */
  readonly path: string;
  /** Its arguments, such as `<release>`. */
  readonly usage: string;
  readonly description: string;
  readonly options: readonly DeclaredOption[];
  /** Words for its first argument: names of commands or others; empty where it is a file. */
  readonly words: readonly string[];
}

/** Words that options take where the declaration does not list them; values of a list may stand with commas between. */
function wordsByFlag(): Readonly<Record<string, readonly string[]>> {
  return {
    '--engine': ['wasm', 'js'],
    '--encoding': encodings,
    '--algorithms': listAlgorithms().algorithms.map(({ name }) => name),
    '--sql': Object.values(dialects).map(({ name }) => name),
  };
}

/** Every command of a program, the program itself first. */
export function declaredCommands(program: Command): DeclaredCommand[] {
  const words = wordsByFlag();
  const { algorithms, privacy, metrics } = listAlgorithms();
  const names = [...algorithms, ...privacy, ...metrics].map(({ name }) => name);
  const declare = (command: Command, path: string): DeclaredCommand[] => {
    const inner = command.commands.filter((each) => each.name() !== 'help');
    const [first] = command.registeredArguments;
    const firstWords = path === 'algorithms' ? names : (first?.argChoices ?? []);
    const own: DeclaredCommand = {
      path,
      usage: command.registeredArguments
        .map((each) => {
          const name = each.variadic ? `${each.name()}...` : each.name();
          return each.required ? `<${name}>` : `[${name}]`;
        })
        .join(' '),
      description: command.description(),
      options: [...command.options.filter((each) => !each.hidden).map((option) => declareOption(option, words)), help],
      words: inner.length > 0 ? inner.map((each) => each.name()) : firstWords,
    };
    return [own, ...inner.flatMap((each) => declare(each, `${path} ${each.name()}`.trim()))];
  };
  return declare(program, '');
}

const help: DeclaredOption = {
  flag: '--help',
  usage: '-h, --help',
  description: 'shows the options, with examples',
  value: 'none',
  isList: false,
};

function declareOption(option: Option, words: Readonly<Record<string, readonly string[]>>): DeclaredOption {
  const flag = option.long ?? option.flags;
  const listed = option.argChoices ?? words[flag];
  const takesValue = option.required || option.optional;
  const isFile = /<(?:file|job|key|input)>/.test(option.flags);
  return {
    flag,
    usage: option.flags,
    description: option.description,
    value: !takesValue ? 'none' : (listed ?? (isFile ? 'file' : 'text')),
    isList: flag === '--algorithms',
  };
}
