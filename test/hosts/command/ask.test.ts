import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askForFormats, askForJob, askForPersons } from '../../../src/hosts/command/ask.js';
import type { LookedTable, ProposalOptions } from '../../../src/hosts/command/proposal.js';
import { AbortError, tableFromRows } from '../../../src/index.js';

const table = tableFromRows(
  Array.from({ length: 60 }, (_, i) => ({
    id: i + 1,
    age: 20 + ((i * 7) % 40),
    sex: i % 2 === 0 ? 'F' : 'M',
    disease: ['flu', 'gout', 'asthma'][(i * 5) % 3],
  })),
);
const looked: LookedTable = { table, input: {}, warnings: [] };
const keys = { enter: '\r', space: ' ', down: '\u001b[B', interrupt: '\u0003', delete: '\u007f' };

/** Types keys one by one: each when what the last one changed has been drawn, since a question listens when it has been shown. */
function typist(input: PassThrough, output: PassThrough): (keys: readonly string[]) => void {
  const waiting: string[] = [];
  let isDrawn = false;
  const next = (): void => {
    if (!isDrawn || waiting.length === 0) return;
    isDrawn = false;
    input.write(waiting.shift());
  };
  output.on('data', () => setImmediate(() => ((isDrawn = true), next())));
  return (typed) => void waiting.push(...typed);
}

/** Answers every question with the keys of its list, one after the other as a person does. */
async function answer(
  answers: readonly (readonly string[])[],
  options: ProposalOptions = {},
): Promise<{ asked: ProposalOptions; shown: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  let question = 0;
  const type = typist(input, output);
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const next = ['What may others know', 'What must stay secret', 'How many rows', 'What is the release for'][
      question
    ];
    if (question >= answers.length || !text.includes(next)) return;
    type(answers[question++]);
  });
  const asked = await askForJob(looked, options, {}, { input, output });
  return { asked, shown };
}

describe('the questions of kohort init', () => {
  it('ask first how days are written that may be read in two ways', async () => {
    const days = tableFromRows(
      Array.from({ length: 60 }, (_, i) => ({
        age: 20 + i,
        seen: `0${1 + (i % 9)}/0${1 + (i % 8)}/20${10 + (i % 7)}`,
      })),
    );
    const type = async (...typed: string[]): Promise<LookedTable> => {
      const input = new PassThrough();
      const output = new PassThrough();
      let isAsked = false;
      const press = typist(input, output);
      output.setEncoding('utf8').on('data', (text: string) => {
        if (isAsked || !text.includes('"seen"')) return;
        isAsked = true;
        press(typed);
      });
      return askForFormats({ table: days, input: {}, warnings: [] }, { input, output });
    };
    const up = '\u001b[A';
    expect((await type(keys.enter)).table).toBe(days);
    const { table: read } = await type(up, keys.enter);
    expect(read.column('seen')).toMatchObject({ type: 'date', format: 'MM/DD/YYYY' });
    expect(read.warnings.map(({ code }) => code)).not.toContain('FORMAT_AMBIGUOUS');
    expect((await type(keys.down, keys.enter)).table.column('seen')).toMatchObject({ format: 'DD/MM/YYYY' });
    await expect(type(keys.interrupt)).rejects.toThrow(AbortError);
  });

  it('ask what a row is where a key of persons is found', async () => {
    const visits = tableFromRows(
      Array.from({ length: 120 }, (_, i) => ({ patient_id: i % 30, age: 20 + (i % 30), sex: 'FM'[i % 2], visit: i })),
    );
    const type = async (...typed: string[]): Promise<{ asked: ProposalOptions; shown: string }> => {
      const input = new PassThrough();
      const output = new PassThrough();
      const press = typist(input, output);
      let shown = '';
      output.setEncoding('utf8').on('data', (text: string) => {
        if (shown === '') press(typed);
        shown += text;
      });
      return {
        asked: await askForPersons({ table: visits, input: {}, warnings: [] }, {}, { input, output }),
        shown,
      };
    };
    const { asked, shown } = await type(keys.enter);
    expect(asked).toEqual({ person: ['patient_id'] });
    expect(shown.replace(/\s+[│|]?\s*/g, ' ')).toMatch(/"patient_id" \(30 persons, up to 4 rows\)/);
    expect((await type(keys.down, keys.enter)).asked).toEqual({ rowsArePeople: true });
    await expect(type(keys.interrupt)).rejects.toThrow(AbortError);
    const said = { person: ['visit'] };
    expect(await askForPersons({ table: visits, input: {}, warnings: [] }, said)).toBe(said);
  });

  it('have the proposal as their answers', async () => {
    const { asked, shown } = await answer([[keys.enter], [keys.enter], [keys.enter], [keys.enter]]);
    expect(asked).toEqual({ quasi: ['age', 'sex'], sensitive: ['disease'], k: 5, goal: 'fast' });
    expect(shown).toContain('disease');
  });

  it('take other answers', async () => {
    const { asked } = await answer([
      [keys.down, keys.down, keys.space, keys.enter],
      [keys.enter],
      [keys.delete, '1', '2', keys.enter],
      [keys.down, keys.enter],
    ]);
    expect(asked).toEqual({ quasi: ['age'], sensitive: ['disease'], k: 12, goal: 'best' });
  });

  it('ask again for a k that cannot be', async () => {
    const { asked, shown } = await answer([
      [keys.enter],
      [keys.enter],
      ['0', '0', keys.enter, keys.delete, keys.delete, keys.enter],
      [keys.enter],
    ]);
    expect(asked.k).toBe(5);
    expect(shown).toContain('60 rows');
  });

  it('end at Ctrl-C, at any of them', async () => {
    for (const before of [0, 1, 2, 3]) {
      const answers = [...Array.from({ length: before }, () => [keys.enter]), [keys.interrupt]];
      await expect(answer(answers)).rejects.toThrow(AbortError);
    }
  });
});
