/** Roles an attribute may have. */
export const roleNames = [
  'quasi-identifier',
  'identifier',
  'person',
  'household',
  'weight',
  'pseudonym',
  'sensitive',
  'class',
  'insensitive',
  'drop',
] as const;
