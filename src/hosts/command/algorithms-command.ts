import type { AlgorithmInfo, Catalogue, MetricInfo, OptionInfo } from '../../index.js';
import { listAlgorithms, toJson } from '../../index.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { nearCure, suggestion } from '../../base/near-name.js';
import { optionText } from '../../job/option-info.js';
import { stdoutWidth, writeResult } from './console.js';
import { defineCommand } from './declare.js';
import { fitColumns, wrapText } from './format.js';
import { commonOptions } from './run-options.js';

type Entry =
  | { readonly kind: 'algorithm'; readonly info: AlgorithmInfo }
  | { readonly kind: 'model'; readonly info: Catalogue['privacy'][number] }
  | { readonly kind: 'metric'; readonly info: MetricInfo };

export const algorithms = defineCommand({
  usage: 'algorithms [name]',
  help: 'lists algorithms, privacy models and metrics, or describes one of them',
  options: commonOptions,
  examples: [
    ['kohort algorithms', 'the names, a line each'],
    ['kohort algorithms mondrian', 'its options, defaults and source'],
    ['kohort algorithms t-closeness', 'a privacy model'],
  ],
  words: {
    list: () => {
      const { algorithms: found, privacy, metrics } = listAlgorithms();
      return [...found, ...privacy, ...metrics].map(({ name }) => name);
    },
  },
  run: algorithmsCommand,
});

/** `kohort algorithms [NAME]`: what there is, or all about one algorithm, privacy model or metric. */
async function algorithmsCommand(
  [name]: readonly (string | undefined)[],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const catalogue = listAlgorithms();
  const width = stdoutWidth();
  if (name === undefined) {
    await writeResult(json ? toJson(catalogue, 2) : listCatalogue(catalogue, width).join('\n'), { json });
    return;
  }
  const shown = json ? toJson(findEntry(catalogue, name).info, 2) : describeNamed(catalogue, name, width).join('\n');
  await writeResult(shown, { json });
}

/** All about one algorithm, privacy model or metric. Throws InvalidArgumentError `UNKNOWN_VALUE`. */
export const describeNamed = (catalogue: Catalogue, name: string, width?: number): string[] =>
  describeEntry(findEntry(catalogue, name), width);

function findEntry({ algorithms, privacy, metrics }: Catalogue, name: string): Entry {
  const entries: readonly Entry[] = [
    ...algorithms.map((info) => ({ kind: 'algorithm', info }) as const),
    ...privacy.map((info) => ({ kind: 'model', info }) as const),
    ...metrics.map((info) => ({ kind: 'metric', info }) as const),
  ];
  const found = entries.find(({ info }) => info.name === name);
  if (found !== undefined) return found;
  const names = entries.map(({ info }) => info.name);
  throw new InvalidArgumentError(
    'NAME',
    `the name of an algorithm, a privacy model or a metric${suggestion(name, names)}`,
    JSON.stringify(name),
    'UNKNOWN_VALUE',
    nearCure(name, names) ?? '`kohort algorithms` lists the names',
  );
}

/** A line for each. */
export function listCatalogue({ algorithms, privacy, metrics }: Catalogue, width?: number): string[] {
  const table = (rows: readonly (readonly string[])[]): string[] =>
    fitColumns(rows, [0, 1], width === undefined ? undefined : width - 2).map((line) => `  ${line}`);
  return [
    'Algorithms',
    ...table(algorithms.map(({ name, guarantee }) => [name, guarantee])),
    '',
    'Privacy models',
    ...table(privacy.map(({ name, description }) => [name, description])),
    '',
    'Metrics',
    ...table(metrics.map(({ name, definition }) => [name, definition])),
    '',
    ...wrapText('kohort algorithms NAME shows options, defaults and the source.', width),
  ];
}

function describeEntry(entry: Entry, width: number | undefined): string[] {
  const wrapped = (text: string): string[] => wrapText(text, width);
  if (entry.kind === 'metric') {
    const { name, definition, source, higherIsBetter } = entry.info;
    return [
      `${name}, a metric: ${higherIsBetter ? 'more' : 'less'} is better`,
      ...wrapped(definition),
      ...wrapped(`source: ${source}`),
    ];
  }
  if (entry.kind === 'model') {
    const { name, description, parameters, source } = entry.info;
    return [
      `${name}, a privacy model`,
      ...wrapped(description),
      '',
      ...Object.entries(parameters).flatMap(([key, text]) => itemLines(`${key}: ${text}`, width)),
      '',
      'in a job',
      `  "privacy": [${JSON.stringify(modelExample(entry.info))}]`,
      '',
      ...wrapped(`source: ${source}`),
    ];
  }
  const { name, guarantee, complexity, optionInfos, source } = entry.info;
  return [
    `${name}, an algorithm`,
    ...wrapped(guarantee),
    ...wrapped(complexity),
    '',
    ...(optionInfos.length === 0 ? ['no options'] : optionInfos.flatMap((info) => optionLines(info, width))),
    '',
    'in a job',
    `  "algorithm": ${algorithmExample(name, optionInfos)}`,
    '',
    ...wrapped(`source: ${source}`),
  ];
}

const optionLines = (info: OptionInfo, width: number | undefined): string[] =>
  itemLines(`${info.name}: ${optionText(info)}`, width);

/** An item of a list; the lines after its first stand further in. */
const itemLines = (text: string, width: number | undefined): string[] =>
  wrapText(text, width === undefined ? undefined : width - 2, '    ').map((line) => `  ${line}`);

/** The algorithm with one of its options, at its default where that is a value. */
function algorithmExample(name: string, options: readonly OptionInfo[]): string {
  const shown = options.find((option) => option.default !== undefined);
  return JSON.stringify(shown === undefined ? name : { name, [shown.name]: shown.default });
}

/** Names of columns and tables in examples of models. */
const NAMES: Readonly<Record<string, string>> = { attribute: 'disease', public: 'people.csv' };

/** A model as a job asks for it, without parameters that may be left out. */
function modelExample({ name, parameters, example }: Catalogue['privacy'][number]): Readonly<Record<string, unknown>> {
  const values = Object.keys(parameters).map((key) => [key, example[key] ?? NAMES[key]] as const);
  return { model: name, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}
