import { formatBeside } from 'kohort/sources';
import type { Choices, Opened } from '../choices.js';
import { inputOf } from '../choices.js';
import { client } from '../client.js';
import { proposePresence } from '../parts/words.js';
import type { Everybody } from './everybody.js';

/** Reads a table of everybody, its columns as those of the table that is open. Throws where nobody can be hidden in it. */
export async function openEverybody(file: File, opened: Opened, choices: Choices): Promise<Everybody> {
  const { table, everybody } = opened;
  const types = Object.fromEntries(
    table.columns.map(({ name, type, format }): [string, Everybody['types'][string]] => [
      name,
      format === undefined ? type : { type, format },
    ]),
  );
  const names = table.columns.map(({ name }) => name);
  const format = formatBeside(file.name, choices.reading);
  const found = await client.read(file, { ...inputOf(choices.reading, names), format, types });
  const { spec } = proposePresence(table.rows, { name: file.name, table: found });
  const most = 'max' in spec && typeof spec.max === 'number' ? spec.max : 1;
  const kept = await client.keep(found);
  everybody?.kept.forget();
  return { name: file.name, file, rows: found.rows, most, kept, beside: everybody?.beside ?? opened.kept, types };
}
