/** Roles an attribute may have. */
export const roleNames = ['quasi-identifier', 'identifier', 'sensitive', 'class', 'insensitive', 'drop'] as const;
