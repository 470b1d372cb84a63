interface Props {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The numbers of a picture as a table, for those who do not see it or want them exactly. */
export function Numbers({ head, rows }: Props) {
  return (
    <details>
      <summary>As numbers</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col" class="number">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((text, at) => (
                  <td key={head[at]} class="number">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
