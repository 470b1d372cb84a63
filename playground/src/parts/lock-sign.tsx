/** A closed lock: nothing leaves this page. */
export const LockSign = () => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" aria-hidden="true">
    <rect x="3" y="7" width="10" height="7" rx="1.5" />
    <path d="M5.2 7V4.9a2.8 2.8 0 0 1 5.6 0V7" />
  </svg>
);
