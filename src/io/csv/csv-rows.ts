import { appendAll } from '../../base/sequences.js';
import { InputError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import type { Steps } from '../../base/steps.js';
import { buildColumn } from '../../table/build-column.js';
import { buildCounted } from '../../table/build-counted.js';
import type { ColumnRules, Spelling } from '../../table/build-column.js';
import { ColumnEncoder } from '../../table/column-encoder.js';
import type { CodedRows } from './csv-byte-scanner.js';
import { cellContent } from './csv-record.js';
import { trimSpaces } from './trim-spaces.js';
import { checkLengths, isLongerThan, lineOfCell, longCell } from './csv-record.js';
import type { CountedRange } from './csv-range.js';
import { lineOf, SURPLUS_CELLS, type CellLimit, type CsvRecords, type RecordLines } from './csv-text.js';
import { BASKET_CURE } from './detect-delimiter.js';
import { lineEndWarnings } from './line-ends.js';
import type { LineEnds } from './line-ends.js';
import type { LineCache } from '../../table/line-cache.js';
import type { ReadSettings } from './read-options.js';
import { SKIP_CURE, type RowSkipper } from './skipped-rows.js';
import { RowCounter } from './row-counter.js';
import type { RowTaker } from './row-follower.js';
import { locatorOf } from '../../table/locate-cells.js';
import {
  oddMissingWarnings,
  similarNameWarnings,
  spellingWarnings,
  valueWarnings,
} from '../../table/table-warnings.js';
import { missingTextOf, withDeclaredMissing } from '../../table/declared-missing.js';
import type { Codes, Column, Warning } from '../../table/table.js';
import { Table } from '../../table/table.js';
import { kindChecker } from '../../table/cell-problem.js';

/** Reason for the refusal of a cell. */
interface CellProblem {
  readonly code: string;
  readonly message: string;
}

/** Only a mark: the message comes from checkLengths. */
const TOO_LONG: CellProblem = { code: 'FIELD_TOO_LONG', message: '' };

const FILLED: CellProblem = {
  code: 'ROW_WIDTH',
  message: 'a cell after the last column with a name, and no row before has one; give the column a name in the header',
};

/** Rows that are looked at before rows of any width are taken for lists. */
const SAMPLE_ROWS = 100;

const COMMENT_CURE =
  '; the line begins with "#": if such lines are comments, "badRows": "skip" (--bad-rows skip) leaves them out';

const UNNAMED_CURE =
  '; if every row begins with its number or name, as R writes them, give the first column a name in the header';

/** Lines that database clients print around a table: a rule below the header, and the number of rows below the last. */
const RULE = /^ *-+(?:\+-+)+ *$/;
const ROW_COUNT = /^ *\(?(\d+) rows?(?: affected| selected| in set(?: \([\d.]+ sec\))?)?\)?\.? *$/;

interface OpenColumn {
  readonly index: number;
  readonly rules: ColumnRules;
  readonly encoder: ColumnEncoder<CellProblem>;
  readonly dropsMissing: boolean;
}

/** Collects the records of a CSV file into columns. */
export class CsvRows {
  readonly #columns: OpenColumn[] = [];
  readonly #skipped: number[] = [];
  /** Columns that trailing delimiters make: their cells must be empty. */
  readonly #hollow: { readonly index: number; readonly encoder: ColumnEncoder<CellProblem> }[] = [];
  readonly #interpret: (spelling: string) => Spelling;
  /** Counts rows instead of keeping them; null when they are kept. */
  #counter: RowCounter | null = null;
  /** The counter, or who follows the rows; null when they are kept. */
  #taker: RowTaker | null = null;
  #scratch = new Uint32Array(0);
  /** Rows whose codes wait in the encoders to be counted. */
  #waiting = 0;
  /** Blank lines behind which no record came yet, one after the other from a line. */
  #blank = 0;
  #blankLine = 0;
  #blankInside = 0;
  #rows = 0;
  /** Lines that a database client printed. */
  #clientLines = 0;
  /** Line of the number of rows, which nothing may follow; 0 where none was seen. */
  #countLine = 0;
  #countText = '';
  /** Warning about rows that were left out. */
  #skipWarnings: readonly Warning[] = [];

  /**
   * @param delimiter what separates the cells, for messages
   * @param skipper takes the records that are not right; null: the first of them is an error
   */
  constructor(
    readonly names: readonly string[],
    readonly settings: ReadSettings,
    readonly delimiter: string,
    readonly skipper: RowSkipper | null = null,
  ) {
    const { missing, trim } = settings;
    this.#interpret = (spelling) => {
      const content = cellContent(spelling, { trim });
      return { content, missing: missing.has(content) };
    };
    names.forEach((name, index) => {
      if (name === '') {
        this.#hollow.push({ index, encoder: new ColumnEncoder(this.#hollowChecker) });
        return;
      }
      if (!settings.select(name)) {
        this.#skipped.push(index);
        return;
      }
      const matters = settings.onMissing !== 'keep' && settings.missingMatters(name);
      const { types, hints } = settings;
      const declared = types.get(name);
      const rules = withDeclaredMissing({ name, declared, hints, interpret: this.#interpret }, missingTextOf(missing));
      this.#columns.push({
        index,
        rules,
        encoder: new ColumnEncoder(this.#checker(rules, matters && settings.onMissing === 'error')),
        dropsMissing: matters && settings.onMissing === 'drop',
      });
    });
    if (settings.count !== null) this.#counter = new RowCounter(this.#columns.length, settings.count);
    settings.follower?.open(this.#columns);
    this.#taker = this.#counter ?? settings.follower ?? null;
  }

  /** [columns] encoder of every column, null for one that is not kept. */
  get encoders(): readonly (ColumnEncoder<CellProblem> | null)[] {
    const all = new Array<ColumnEncoder<CellProblem> | null>(this.names.length).fill(null);
    for (const { index, encoder } of [...this.#columns, ...this.#hollow]) all[index] = encoder;
    return all;
  }

  /** Most bytes of a cell. */
  get maxField(): number {
    return this.settings.maxField;
  }

  /** True while lines were seen behind which no records should follow, of which that is not known yet. */
  get holdsBlankLines(): boolean {
    return this.#blank > 0 || this.#countLine > 0;
  }

  /** The lines that came before, when rows are counted. */
  get memo(): LineCache | null {
    return this.#taker?.memo ?? null;
  }

  /** Takes rows that were coded already; see {@link ByteRows}. Throws CapacityError. */
  addRows(coded: CodedRows, repeats: number): void {
    const taker = this.#taker;
    if (taker === null) {
      for (const { index, encoder } of this.#columns) encoder.append(coded.codes[index], coded.count);
    } else {
      this.settleCounts();
      taker.count(
        this.#columns.map(({ index }) => coded.codes[index]),
        coded,
        this.#names,
        repeats,
      );
    }
    this.#rows += coded.count + repeats;
  }

  /** Counts the rows of {@link take} that wait in the encoders, when they are not to be kept. Throws CapacityError. */
  settleCounts(): void {
    const taker = this.#taker;
    if (taker === null || this.#waiting === 0) return;
    const count = this.#waiting;
    this.#waiting = 0;
    const codes = this.#columns.map(({ encoder }) => joinChunks(encoder.takeCodes(), count));
    const numbers = Uint32Array.from({ length: count }, (_, row) => this.#rows - count + row);
    taker.count(codes, { count, numbers, lines: new Int32Array(count).fill(-1) }, this.#names, 0);
  }

  get #names(): readonly string[] {
    return this.#columns.map(({ rules }) => rules.name);
  }

  /** Records taken so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Columns that are kept, and those whose missing values matter. */
  get columns(): { readonly kept: ReadonlySet<string>; readonly mattering: ReadonlySet<string> } {
    const kept = this.#names;
    return { kept: new Set(kept), mattering: new Set(kept.filter((name) => this.settings.missingMatters(name))) };
  }

  /** Returns the counts so far, for {@link absorb} of another; takes no more rows. */
  finishRange(): Omit<CountedRange, 'lines' | 'lineEnds' | 'trimmedCells'> {
    this.settleCounts();
    const counter = this.#counter as RowCounter;
    const spellings = this.#columns.map(({ encoder }) => encoder.spellings);
    return { rows: this.#rows, blankInside: this.#blankInside, spellings, counted: counter.finish() };
  }

  /** Adds rows that were counted elsewhere and follow those that were taken here. Throws CapacityError. */
  absorb({ rows, blankInside, spellings, counted }: CountedRange): void {
    this.settleCounts();
    const counter = this.#counter as RowCounter;
    const maps = this.#columns.map(({ encoder }, c) => Uint32Array.from(spellings[c], (each) => encoder.codeOf(each)));
    counter.absorb(counted, maps, this.#rows, this.#names);
    this.#rows += rows;
    this.#blankInside += blankInside;
  }

  #checker(rules: ColumnRules, refuseMissing: boolean): (cell: string) => CellProblem | null {
    const { maxField } = this.settings;
    const check = kindChecker(rules.declared);
    if (check === null && !refuseMissing) return this.#lengthChecker;
    return (cell) => {
      if (isLongerThan(cell, maxField)) return TOO_LONG;
      const { content, missing } = rules.interpret(cell);
      if (missing) {
        return refuseMissing
          ? { code: 'MISSING_VALUE', message: 'a value is missing, and input.onMissing is "error"' }
          : null;
      }
      return check === null ? null : check(content);
    };
  }

  /** One for all columns that take any cell. */
  readonly #lengthChecker = (cell: string): CellProblem | null => (isLongerThan(cell, this.settings.maxField) ? TOO_LONG : null); // prettier-ignore

  readonly #hollowChecker = (cell: string): CellProblem | null =>
    cellContent(cell, { trim: true }) === '' ? null : FILLED;

  /** Takes records `first` and up. Throws InputError for the first record that is not right and not left out. */
  take(found: CsvRecords, first: number): void {
    const { records, at } = found;
    let end = records.length;
    while (end > first && this.#isBlank(records[end - 1])) end--;
    if (end === first) {
      if (records.length > first) this.#holdBlank(records.length - first, lineOf(at, first));
      return;
    }
    if (this.#countLine > 0) this.#refuseCount();
    const isFirst = this.#read === 0;
    const from = isFirst && this.#isRule(records[first]) ? first + 1 : first;
    let to = end - 1;
    while (to > from && this.#isBlank(records[to - 1])) to--;
    const isCounted = this.#rowCount(records[end - 1]) === this.#read + to - from;
    if (!isCounted) to = end;
    // A blank line may stand between the last row and the number of rows.
    if (this.#blank > 0 && to > first) this.#flushBlank();
    this.#clientLines += from - first;
    const body = from === 0 && to === records.length ? records : records.slice(from, to);
    if (body.length > 0) this.#takeRecords({ ...found, records: body }, from);
    if (isCounted) {
      this.#countLine = lineOf(at, end - 1);
      this.#countText = found.texts?.[end - 1] ?? '';
      this.#clientLines++;
    }
    if (end < records.length) this.#holdBlank(records.length - end, lineOf(at, end));
  }

  /** Rows so far, those that were left out too. */
  get #read(): number {
    return this.#rows + (this.skipper?.rows ?? 0);
  }

  /** Leaves out a record, or throws its error. */
  leaveOut(error: InputError, text: string, line: number): void {
    if (this.skipper === null) throw error;
    if (this.#countLine > 0) this.#refuseCount();
    if (this.#blank > 0) this.#flushBlank();
    this.skipper.add(error, text, line);
  }

  /** A number of rows that others follow is none. */
  #refuseCount(): void {
    const line = this.#countLine;
    this.#countLine = 0;
    this.#clientLines--;
    this.leaveOut(this.#widthError(line, 1, ''), this.#countText, line);
  }

  /** True for a line such as `-----+------` below the header. */
  #isRule(record: readonly string[]): boolean {
    if (this.settings.strict || record.length !== 1 || !RULE.test(record[0])) return false;
    return this.names.length > 1 && record[0].split('+').length === this.names.length;
  }

  /** The number of rows that a line such as `(32 rows)` says; NaN for any other. */
  #rowCount(record: readonly string[]): number {
    if (this.settings.strict || record.length !== 1 || this.names.length === 1) return NaN;
    return Number(ROW_COUNT.exec(record[0])?.[1] ?? NaN);
  }

  #isBlank(record: readonly string[]): boolean {
    return record.length === 1 && (record[0] === '' || (this.settings.trim && trimSpaces(record[0]) === ''));
  }

  #holdBlank(count: number, line: number): void {
    if (this.#blank === 0) this.#blankLine = line;
    this.#blank += count;
  }

  /** Blank lines turned out to stand between records. */
  #flushBlank(): void {
    const [count, first] = [this.#blank, this.#blankLine];
    this.#blank = 0;
    if (this.names.length === 1) {
      this.#takeBody(new Array<string[]>(count).fill(['']), { first, each: null }, 0);
      return;
    }
    for (let i = 0; i < count; i++) {
      const line = first + i;
      this.leaveOut(this.#widthError(line, 1, 'a blank line between records: '), '', line);
    }
  }

  /** Takes records; those that are not right are left out where that is asked for. */
  #takeRecords({ records, at, texts }: CsvRecords, offset: number): void {
    if (this.skipper === null || texts === null) return this.#takeBody(records, at, offset);
    const good: (readonly string[])[] = [];
    const lines: number[] = [];
    for (const [i, record] of records.entries()) {
      const line = lineOf(at, offset + i);
      const problem = this.#problemOf(record, line);
      if (problem === null) {
        good.push(record);
        lines.push(line);
      } else this.leaveOut(problem, this.#isBlank(record) ? '' : texts[offset + i], line);
    }
    if (good.length > 0) this.#takeBody(good, { first: lines[0], each: lines }, 0);
  }

  /** The error of a record that is not right by itself, whatever the types of its columns. */
  #problemOf(record: readonly string[], line: number): InputError | null {
    const { length } = record;
    const { maxField, source } = this.settings;
    const long = record.findIndex((cell) => isLongerThan(cell, maxField));
    if (long >= 0) return longCell(record, line, long, { maxField, source });
    if (length !== this.names.length && !(this.names.length === 1 && this.#isBlank(record)))
      return this.#widthError(line, length, '');
    const filled = this.#hollow.find(({ index }) => this.#hollowChecker(record[index]) !== null);
    return filled === undefined ? null : this.#cellError(FILLED, record, line, filled.index);
  }

  #takeBody(given: readonly (readonly string[])[], at: RecordLines, offset: number): void {
    const width = this.names.length;
    const records = width === 1 ? this.#emptyBlank(given) : given;
    let good = 0;
    while (good < records.length && records[good].length === width) good++;
    const ragged = good < records.length ? good : -1;
    if (this.#scratch.length < good) this.#scratch = new Uint32Array(good);
    let failed = good;
    let problem: { readonly index: number; readonly what: CellProblem } | null = null;
    for (const index of this.#skipped) {
      for (let row = 0; row < failed; row++) {
        if (records[row][index].length * 3 > this.settings.maxField) {
          if (!isLongerThan(records[row][index], this.settings.maxField)) continue;
          failed = row;
          problem = { index, what: TOO_LONG };
        }
      }
    }
    for (const { index } of this.#hollow) {
      const filled = records.findIndex((record, row) => row < failed && this.#hollowChecker(record[index]) !== null);
      if (filled < 0) continue;
      failed = filled;
      problem = { index, what: FILLED };
    }
    for (const { index, encoder } of this.#columns) {
      const done = encoder.encode(records, failed, index, this.#scratch);
      if (done < failed && encoder.problem !== null) {
        failed = done;
        problem = { index, what: encoder.problem };
      }
    }
    const bad = problem !== null ? failed : ragged;
    if (bad >= 0) {
      // A piece may end after a cell that is too long, before the rest of its record: it counts first.
      checkLengths(records[bad], this.settings, lineOf(at, offset + bad));
      if (problem !== null) throw this.#cellError(problem.what, records[bad], lineOf(at, offset + bad), problem.index);
      const { length } = records[bad];
      const cure = records[bad][0].startsWith('#') ? COMMENT_CURE : this.#widthCure(records);
      throw this.#widthError(lineOf(at, offset + bad), length, '', cure);
    }
    if (this.#taker !== null) this.#waiting += good;
    this.#rows += good;
  }

  /** Blank lines of a single column, with or without spaces, are empty cells. */
  #emptyBlank(records: readonly (readonly string[])[]): readonly (readonly string[])[] {
    return records.map((record) => {
      if (!this.#isBlank(record)) return record;
      this.#blankInside++;
      return [''];
    });
  }

  /** Records with more cells are not read to their end. */
  get cellLimit(): CellLimit {
    const cells = this.names.length + SURPLUS_CELLS;
    return { cells, error: (line) => this.#widthError(line, cells + 1, '', this.#listCure()) };
  }

  /** Cure for rows of other widths than the first, where they are no single mistake. */
  #widthCure(records: readonly (readonly string[])[]): string {
    const sample = records.slice(0, SAMPLE_ROWS);
    const width = this.names.length;
    if (this.#rows === 0 && width > 1 && sample.every(({ length }) => length === width + 1)) return UNNAMED_CURE;
    const others = sample.filter(({ length }) => length !== width).length;
    return others >= 2 && others * 5 >= sample.length ? this.#listCure() : '';
  }

  #listCure(): string {
    return this.settings.delimiter === undefined ? BASKET_CURE : '';
  }

  #widthError(line: number, found: number, before: string, cure = ''): InputError {
    const expected = this.names.length;
    const most = expected + SURPLUS_CELLS;
    const shown = found > most ? `more than ${most}` : String(found);
    const titles = expected === 1 && found > 1 ? '; if titles stand above the header, set input.skip (--skip)' : '';
    const isFound = this.settings.delimiter === undefined;
    const other = isFound
      ? ', found in the beginning of the file; set input.delimiter (--delimiter) if it is another'
      : '';
    const separated = `; cells are separated by ${JSON.stringify(this.delimiter)}${other}`;
    const note = found === 1 && expected > 2 ? '; if the line is a note or a total below the table, delete it' : '';
    const message = `${before}expected ${amount(expected, 'cell')}, found ${shown}${separated}${titles}${note}${cure}${titles === '' && cure === '' ? SKIP_CURE : ''}`;
    const column = Math.min(found, expected) + (found > expected ? 1 : 0);
    return new InputError('ROW_WIDTH', message, { source: this.settings.source, line, column });
  }

  #cellError(what: CellProblem, record: readonly string[], line: number, index: number): InputError {
    const where = {
      source: this.settings.source,
      line: lineOfCell(record, line, index),
      column: index + 1,
      attribute: this.names[index] === '' ? undefined : this.names[index],
    };
    return new InputError(what.code, what.message, where);
  }

  /**
   * The finished table. `trimmedCells` counts cells whose surrounding spaces went before they came here; `lineEnds` is asked
   * when all rows were counted.
   * @throws InputError INPUT_NO_ROWS
   */
  *finishInSteps(trimmedCells: number, lineEnds: () => LineEnds): Steps<Table> {
    const { source, onMissing } = this.settings;
    this.#skipWarnings = this.skipper?.finish(this.#rows, source) ?? [];
    if (this.#rows === 0 && !this.settings.allowEmpty) {
      throw new InputError('INPUT_NO_ROWS', 'the file has a header but no rows', { source });
    }
    for (const { encoder } of this.#columns) encoder.seal();
    if (this.#counter !== null) return yield* this.#finishCounted(this.#counter, trimmedCells, lineEnds);
    const keep = onMissing === 'drop' ? this.#rowsWithoutMissing() : null;
    let kept = this.#rows;
    if (keep !== null) {
      kept = 0;
      for (let row = 0; row < keep.length; row++) kept += keep[row];
      if (kept === 0 && !this.settings.allowEmpty) throw this.#noRows();
    }
    const spelled: Warning[] = [];
    let untrimmed = trimmedCells;
    const columns: Column[] = [];
    for (const { encoder, rules } of this.#columns) {
      yield;
      const noticed = spellingWarnings(encoder, rules.name, { trimmable: true });
      untrimmed += noticed.untrimmedCells;
      yield;
      appendAll(spelled, noticed.warnings);
      appendAll(spelled, oddMissingWarnings(encoder, rules));
      const column = yield* buildColumn(encoder, rules, keep, kept);
      appendAll(spelled, yield* valueWarnings(column, kept, rules, locatorOf(column, keep)));
      columns.push(column);
    }
    return new Table(kept, columns, [...this.#warnings(untrimmed, kept, lineEnds()), ...spelled]);
  }

  #warnings(untrimmed: number, kept: number, lineEnds: LineEnds): Warning[] {
    const warnings: Warning[] = [
      ...similarNameWarnings(this.names.filter((name) => name !== '')),
      ...lineEndWarnings(lineEnds),
      ...this.#skipWarnings,
    ];
    if (untrimmed > 0) {
      const message = this.settings.trim
        ? 'spaces around cells were removed'
        : 'cells have spaces around them, which were kept';
      warnings.push({ code: 'UNTRIMMED_VALUES', message: `${message}: ${untrimmed}` });
    }
    if (this.#clientLines > 0) {
      const message = `lines that a database client printed around the table were left out: ${this.#clientLines}`;
      warnings.push({ code: 'CLIENT_LINES', message });
    }
    if (this.#blankInside > 0) {
      const message = `blank lines of the single column count as empty cells: ${this.#blankInside}`;
      warnings.push({ code: 'BLANK_LINES', message, attribute: this.names[0] });
    }
    if (kept < this.#rows) {
      const message = `rows dropped because a value is missing: ${this.#rows - kept}`;
      warnings.push({ code: 'ROWS_DROPPED', message });
    }
    return warnings;
  }

  *#finishCounted(counter: RowCounter, trimmedCells: number, lineEnds: () => LineEnds): Steps<Table> {
    const columns = this.#columns.map(({ encoder, rules, dropsMissing }) => ({
      rules,
      spellings: encoder.spellings,
      dropsMissing,
    }));
    const counted = yield* buildCounted(counter.finish(), columns);
    const { rows, columns: built, weights, untrimmedCells, warnings } = counted;
    if (rows === 0 && !this.settings.allowEmpty) throw this.#noRows();
    const noticed = this.#warnings(trimmedCells + untrimmedCells, rows, lineEnds());
    return new Table(rows, built, [...noticed, ...warnings], weights);
  }

  #noRows(): InputError {
    const message = 'every row has a missing value, and input.onMissing is "drop"';
    return new InputError('INPUT_NO_ROWS', message, { source: this.settings.source });
  }

  #rowsWithoutMissing(): Uint8Array {
    const keep = new Uint8Array(this.#rows).fill(1);
    for (const { encoder, dropsMissing, rules } of this.#columns) {
      if (!dropsMissing) continue;
      const missing = Uint8Array.from(encoder.spellings, (spelling) => (rules.interpret(spelling).missing ? 1 : 0));
      if (!missing.includes(1)) continue;
      let base = 0;
      for (const chunk of encoder.chunks) {
        for (let i = 0; i < chunk.length; i++) if (missing[chunk[i]] === 1) keep[base + i] = 0;
        base += chunk.length;
      }
    }
    return keep;
  }
}

function joinChunks(chunks: readonly Codes[], count: number): Uint32Array {
  const joined = new Uint32Array(count);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
