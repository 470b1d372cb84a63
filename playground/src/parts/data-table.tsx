import { useState } from 'preact/hooks';
import type { Table } from 'kohort/js';
import { count } from './words.js';

const pageRows = 25;

/** A table, some rows at a time. */
export function DataTable({ table, label }: { readonly table: Table; readonly label: string }) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(table.rows / pageRows));
  const first = Math.min(page, pages - 1) * pageRows;
  const last = Math.min(table.rows, first + pageRows);
  const rows = Array.from({ length: last - first }, (_, i) => first + i);
  return (
    <figure class="data">
      <figcaption>
        {label}: rows {count(table.rows === 0 ? 0 : first + 1)} to {count(last)} of {count(table.rows)}
      </figcaption>
      <div class="scroll" tabIndex={0} role="group" aria-label={`${label}, rows`}>
        <table>
          <thead>
            <tr>
              {table.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {table.columns.map(({ name, texts, codes }) => (
                  <td key={name}>{texts[codes[row]]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="buttons">
        <button type="button" disabled={first === 0} onClick={() => setPage(page - 1)}>
          Previous
        </button>
        <button type="button" disabled={last >= table.rows} onClick={() => setPage(page + 1)}>
          Next
        </button>
      </p>
    </figure>
  );
}
