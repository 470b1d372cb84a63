/** Roles an attribute may have. */
export const roleNames = [
  'quasi-identifier',
  'identifier',
  'person',
  'sensitive',
  'class',
  'insensitive',
  'drop',
] as const;
