import { warnOfDisarmed } from '../../table/formula-guard.js';
import { formatOfName } from '../../table/file-formats.js';
import { readInput } from '../node/open-input.js';
import { checkOutputTarget } from '../node/output-target.js';
import { writeOutput } from '../node/write-output.js';
import type { AppliedRecoding } from '../../index.js';
import { csvChunks, InvalidArgumentError, toJson } from '../../index.js';
import { counted, quantity } from '../../base/numbers.js';
import { ofPeople, type UnitNoun, unitNoun } from '../../base/unit.js';
import { seededRandom } from '../../base/random.js';
import { applyRead } from '../../pipeline/recoding/apply-recoding.js';
import { readRecoding } from '../../pipeline/recoding/read-recoding.js';
import type { ApplicableRecoding } from '../../pipeline/recoding/recoding.js';
import { refuseClosedStdout, writeStdout } from './console.js';
import { encodeRelease } from './encode-release.js';
import { filesRead } from './files-read.js';
import { findDifference, refuseDifference } from '../../table/find-difference.js';
import { numberArgument, outArgument, releaseEndings } from './arguments.js';
import type { OptionsOf } from './declare.js';
import { choice, defineCommand, parsed } from './declare.js';
import { inputOptions, inputWith } from './input-options.js';
import { formOf, outputOptions, refuseUnusedForm, withOutput } from './output-options.js';
import { readRelease } from './read-table.js';
import { readRows } from './read-rows.js';
import { commonOptions } from './run-options.js';
import { withTerminal } from './with-terminal.js';
import { reportReading } from './reading-progress.js';

const cards = {
  ...commonOptions,
  ...inputOptions,
  ...outputOptions,
  out: parsed('<file>', `file of the release: ${releaseEndings}; default: stdout`, outArgument),
  minimum: parsed(
    '<n>',
    'suppresses classes with fewer new rows than this',
    numberArgument('a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1),
  ),
  suppressed: choice('<what>', '"drop" leaves suppressed rows out, "star" writes * in their quasi-identifiers', [
    'drop',
    'star',
  ]),
};

export const apply = defineCommand({
  usage: 'apply <recoding> <input>',
  help: 'releases new rows as an earlier release did; RECODING is a file of anonymize --recoding or --json',
  options: cards,
  examples: [
    ['kohort anonymize people.csv --job job.json --out release.csv --recoding recoding.json', 'keeps the recoding'],
    ['kohort apply recoding.json new-people.csv --out new-release.csv', 'new rows, released as those before'],
  ],
  run: applyCommand,
});

/** `kohort apply`: a kept recoding on new rows. The release is written as that of `anonymize` is, and read again before it gets its name. */
async function applyCommand([path, input]: readonly string[], given: OptionsOf<typeof cards>): Promise<void> {
  const { out, json = false, minimum, suppressed, seed } = given;
  return withTerminal(given, async ({ signal, terminal }) => {
    refuseUnusedForm(given);
    if (out === undefined && !json) refuseClosedStdout('release');
    if (out !== undefined) await checkOutputTarget('--out', out, path, ...filesRead(input));
    const kept = withOutput(await readRecoding(await readKept(path)), given);
    const form = formOf(kept);
    const onProgress = reportReading([input], terminal);
    const applied = await applyRead(kept, [], {
      minimum,
      suppressed,
      seed,
      signal,
      read: (asked) => readRows([input], 'input', { ...asked, ...inputWith(asked, given), signal, onProgress }),
    });
    const { release, ...told } = applied;
    terminal.clear();
    const isCsv = out === undefined || formatOfName(out) === null;
    const warnings = [...told.warnings, ...(form.formulaGuard === true && isCsv ? warnOfDisarmed([release]) : [])];
    if (out !== undefined) {
      const chunks = await encodeRelease(out, release, seed === undefined ? undefined : seededRandom(seed), form);
      const beforePublish = async (written: string): Promise<void> => {
        const job = {
          input: kept.input,
          output: kept.output,
          attributes: {},
          defaultRole: 'insensitive' as const,
          privacy: [],
          algorithm: '',
        };
        const found = await readRelease(written, 'the file as written', job, release, signal);
        refuseDifference(findDifference(release, found));
      };
      await writeOutput(out, chunks, { signal, beforePublish });
    }
    if (json) {
      terminal.warnBesideJson(warnings);
      return writeStdout([`${toJson({ ...told, warnings }, 2)}\n`]);
    }
    terminal.warn(warnings);
    if (out === undefined) await writeStdout(csvChunks(release, form));
    for (const line of describeApplied(applied, nounOf(kept))) terminal.tell(line);
    if (out !== undefined) terminal.tell(`release: ${out}`);
  });
}

/** Reads what `anonymize --json` or `--recoding` wrote. */
async function readKept(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readInput(path));
  try {
    return JSON.parse(text);
  } catch {
    const expected = 'the result of anonymize --json, or the file of anonymize --recoding (JSON)';
    throw new InvalidArgumentError(path, expected, 'something else', 'RECODING_INVALID');
  }
}

/** Noun for the units that a kept recoding counts. */
const nounOf = ({ persons }: Pick<ApplicableRecoding, 'persons'>): UnitNoun =>
  unitNoun(persons === undefined ? {} : { missingPersons: persons.missing, attributes: { key: 'person' } });

function describeApplied(applied: AppliedRecoding, noun: UnitNoun): string[] {
  const { rows, released, suppressed, outside, outsideBy, withoutClass, belowMinimum, classes, smallestClass } =
    applied;
  const { persons, personsReleased, rowsNotDrawn } = applied;
  const of = (count: number | null): string => (count === null ? '' : ` ${ofPeople(count, noun)}`);
  const inSmallest = (count: number): string =>
    persons === null ? counted(count, 'new row') : counted(count, 'new person', 'new people');
  const kinds = [
    [outside, 'with values outside of the kept recoding'],
    [withoutClass, 'with a combination of values that no class has'],
    [belowMinimum, `in classes of too few new ${persons === null ? 'rows' : 'people'}`],
  ] as const;
  const by = Object.entries(outsideBy).filter(([, count]) => count > 0);
  return [
    `${counted(rows, 'new row')}${of(persons)}: ${quantity(released)}${of(personsReleased)} released, ${quantity(suppressed)} suppressed`,
    ...(rowsNotDrawn === null ? [] : [`  ${counted(rowsNotDrawn, 'further row')} not drawn`]),
    ...kinds.filter(([count]) => count > 0).map(([count, what]) => `  ${counted(count, 'row')} ${what}`),
    ...by.map(([name, count]) => `    ${counted(count, 'row')} by ${JSON.stringify(name)}`),
    `${counted(classes, 'class', 'classes')} of the earlier release${smallestClass === null ? '' : `, the smallest with ${inSmallest(smallestClass)}`}`,
  ];
}
