/** Roles an attribute may have. */
export const roleNames = [
  'quasi-identifier',
  'identifier',
  'person',
  'weight',
  'pseudonym',
  'sensitive',
  'class',
  'insensitive',
  'drop',
] as const;
