import type { CommandCard, OptionCard, WrittenOption } from '../declare.js';
import { splitUsage, writtenOptions } from '../declare.js';

/** Kind of the text after an option: nothing, the name of a file, some text, or one of a few words. */
type OptionValue = 'none' | 'file' | 'text' | readonly string[];

/** An option as shells complete it and as the manual shows it. */
interface DeclaredOption extends WrittenOption {
  readonly value: OptionValue;
  /** True where several words may stand with commas between them. */
  readonly isList: boolean;
}

/** Declaration of a command. */
export interface DeclaredCommand {
  /** Such as `attack linkage`; empty for the program itself. */
  readonly path: string;
  /** Its arguments, such as `<release>`. */
  readonly usage: string;
  readonly description: string;
  readonly options: readonly DeclaredOption[];
  /** Words for its first argument: names of commands or others; empty where it is a file. */
  readonly words: readonly string[];
  readonly examples: CommandCard['examples'];
}

/** Every command of a program, the program itself first. */
export function declaredCommands(program: CommandCard): DeclaredCommand[] {
  const declare = (card: CommandCard, path: string): DeclaredCommand[] => {
    const { help: description, examples, commands = [], words } = card;
    const names = commands.map(({ usage }) => splitUsage(usage)[0]);
    const own: DeclaredCommand = {
      path,
      usage: splitUsage(card.usage)[1],
      description,
      options: [
        ...(card === program ? [version] : []),
        ...Object.entries(card.options).flatMap(([key, option]) => declareOption(key, option)),
        help,
      ],
      words: commands.length > 0 ? names : (words?.list() ?? []),
      examples,
    };
    return [own, ...commands.flatMap((inner, i) => declare(inner, `${path} ${names[i]}`.trim()))];
  };
  return declare(program, '');
}

const version: DeclaredOption = {
  flag: '--version',
  usage: '-V, --version',
  description: 'output the version number',
  value: 'none',
  isList: false,
};

const help: DeclaredOption = {
  flag: '--help',
  usage: '-h, --help',
  description: 'shows the options, with examples',
  value: 'none',
  isList: false,
};

function declareOption(key: string, card: OptionCard<unknown>): DeclaredOption[] {
  const { value: shown, choices, words, isList = false } = card;
  const isFile = shown === '<file>' || shown === '<key>';
  const value = shown === undefined ? 'none' : (choices ?? words?.() ?? (isFile ? 'file' : 'text'));
  return writtenOptions(key, card).map((written) => ({ ...written, value, isList }));
}
