interface Props {
  /** Caption of the table; none where the place makes it clear. */
  readonly caption?: string;
  /** Head of the first column; an empty cell without it. */
  readonly head?: string;
  readonly lines: readonly (readonly [name: string, before: string, after: string])[];
}

/** Figures of the original beside those of the release. */
export function BeforeAfterTable({ caption, head, lines }: Props) {
  return (
    <table>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {head === undefined ? <td /> : <th scope="col">{head}</th>}
          <th scope="col" class="number">
            before
          </th>
          <th scope="col" class="number">
            after
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{was}</td>
            <td class="number">{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
