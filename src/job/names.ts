/** Roles an attribute may have. */
export const roleNames = [
  'quasi-identifier',
  'identifier',
  'person',
  'weight',
  'sensitive',
  'class',
  'insensitive',
  'drop',
] as const;
