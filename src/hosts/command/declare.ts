import type { Command } from 'commander';
import { Argument, Option } from 'commander';

/** Declaration of an option. Its key in {@link OptionCards} is what the command reads: `outDelimiter` is `--out-delimiter`. */
export interface OptionCard<Value> {
  /** Such as `<file>`; absent for a flag. */
  readonly value?: string;
  readonly help: string;
  /** Help of `--no-NAME`. */
  readonly negation?: string;
  /** Returns the value of a text; `before` is that of an earlier one on the same line. */
  parse?(text: string, before: Value | undefined, flag: string): Value;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  readonly preset?: Value;
  /** Words that a shell completes, where there are no choices. */
  words?(): readonly string[];
  /** True where several words may stand with commas between them. */
  readonly isList?: boolean;
  /** Type of the value; never set. */
  readonly type?: Value;
}

type OptionCards = Readonly<Record<string, OptionCard<unknown>>>;

/** Mark of an option that always has a value. */
type Given = { readonly isGiven: true };

type TypeOf<Card> = Card extends { readonly type?: infer Value } ? Exclude<Value, undefined> : never;

/** Values of options as a command gets them. */
export type OptionsOf<Cards> = {
  readonly [Key in keyof Cards as Cards[Key] extends Given ? Key : never]: TypeOf<Cards[Key]>;
} & {
  readonly [Key in keyof Cards as Cards[Key] extends Given ? never : Key]?: TypeOf<Cards[Key]>;
};

export const flag = (help: string, negation?: string): OptionCard<boolean> => ({ help, negation });

/** A flag that is true unless `--no-NAME` is given. */
export const negated = (negation: string): OptionCard<boolean> & { readonly isGiven: true } => ({
  help: '',
  negation,
  isGiven: true,
});

export const text = (value: string, help: string): OptionCard<string> => ({ value, help });

export const choice = <const Choice extends string>(
  value: string,
  help: string,
  choices: readonly Choice[],
): OptionCard<Choice> => ({ value, help, choices });

export const parsed = <Value>(
  value: string,
  help: string,
  parse: (text: string, before: NoInfer<Value> | undefined, flag: string) => Value,
  words?: OptionCard<Value>['words'],
): OptionCard<Value> => ({ value, help, parse, words });

export const required = <Value>(card: OptionCard<Value>): OptionCard<Value> & { readonly isGiven: true } => ({
  ...card,
  isRequired: true,
  isGiven: true,
});

export const withDefault = <Value>(
  card: OptionCard<Value>,
  preset: Value,
): OptionCard<Value> & { readonly isGiven: true } => ({
  ...card,
  preset,
  isGiven: true,
});

/** Declaration of a command: help, manual, completion and what runs come from it. */
export interface CommandCard {
  /** Its name, then its arguments, such as `inspect <input> [more...]`. */
  readonly usage: string;
  readonly help: string;
  readonly options: OptionCards;
  /** Command lines, each with its effect. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** Words for its first argument; with `help`, others are refused. */
  readonly words?: { list(): readonly string[]; readonly help?: string };
  readonly commands?: readonly CommandCard[];
  /** Runs it, and returns an exit code other than 0. */
  run?(args: readonly string[], options: object, root: CommandCard): Promise<number | void>;
}

/** Declares a command whose options have the types of their declarations. */
export const defineCommand = <Cards extends OptionCards>(
  card: Omit<CommandCard, 'options' | 'run'> & {
    readonly options: Cards;
    run?(args: readonly string[], options: OptionsOf<Cards>, root: CommandCard): Promise<number | void>;
  },
): CommandCard => card;

/** An option as it is written on a command line. */
export interface WrittenOption {
  /** Such as `--engine`. */
  readonly flag: string;
  /** Such as `--engine <name>`. */
  readonly usage: string;
  readonly description: string;
}

/** The options of a declaration: itself, and what negates it. */
export function writtenOptions(key: string, { value, help, negation }: OptionCard<unknown>): WrittenOption[] {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const own = { flag: `--${name}`, usage: value === undefined ? `--${name}` : `--${name} ${value}`, description: help };
  const no = { flag: `--no-${name}`, usage: `--no-${name}`, description: negation ?? '' };
  return [own, no].filter(({ description }) => description !== '');
}

/** Name and arguments of a command. */
export function splitUsage(usage: string): readonly [name: string, args: string] {
  const [name, ...args] = usage.split(' ');
  return [name, args.join(' ')];
}

/** Adds the options, examples and commands of a declaration to a command; `run` takes what is to run. */
export function declareOn(
  command: Command,
  card: CommandCard,
  run: (card: CommandCard, args: readonly string[], options: object) => Promise<void>,
): Command {
  for (const [key, option] of Object.entries(card.options)) {
    for (const { flag: own, usage, description } of writtenOptions(key, option)) {
      const made = new Option(usage, description);
      if (option.parse !== undefined) made.argParser((given: string, before) => option.parse!(given, before, own));
      if (option.choices !== undefined) made.choices(option.choices);
      if (option.isRequired === true) made.makeOptionMandatory();
      if (option.preset !== undefined) made.default(option.preset);
      command.addOption(made);
    }
  }
  for (const inner of card.commands ?? []) {
    const [name, args] = splitUsage(inner.usage);
    const { words } = inner;
    const isListed = words?.help !== undefined;
    const made = command
      .command(isListed ? name : `${name} ${args}`.trim())
      .description(inner.help)
      .exitOverride()
      .configureOutput({ outputError: () => undefined });
    if (isListed) made.addArgument(new Argument(args, words.help).choices(words.list()));
    declareOn(made, inner, run);
    if (inner.run !== undefined) {
      made.action(async () => run(inner, made.processedArgs.flat() as string[], made.opts()));
    }
  }
  const lines = card.examples.map(([line, effect]) => `  ${line}\n      ${effect}`);
  return lines.length === 0 ? command : command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
