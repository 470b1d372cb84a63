/** The mark of kohort: people who look alike, and one of them. */
export function Mark() {
  const dots = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [5 + 7 * column, 5 + 7 * row] as const));
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {dots.map(([x, y], at) => (
        <circle
          key={at}
          cx={x}
          cy={y}
          r={at === 4 ? 3 : 2.5}
          fill={at === 4 ? 'var(--role-quasi-identifier)' : 'var(--accent)'}
        />
      ))}
    </svg>
  );
}
