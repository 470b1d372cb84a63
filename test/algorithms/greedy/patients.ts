import type { AttributeSpec } from '../../../src/index.js';

/** The 12 patients of the generalization slides (seed 000), as Sweeney 2002 has them. */
const rows = [
  ['black', '1965-09-20', 'male', '02141', 'short of breath'],
  ['black', '1965-02-14', 'male', '02141', 'chest pain'],
  ['black', '1965-10-23', 'female', '02138', 'painful eye'],
  ['black', '1965-08-24', 'female', '02138', 'wheezing'],
  ['black', '1964-11-07', 'female', '02138', 'obesity'],
  ['black', '1964-12-01', 'female', '02138', 'chest pain'],
  ['white', '1964-10-23', 'male', '02138', 'short of breath'],
  ['white', '1965-03-15', 'female', '02139', 'hypertension'],
  ['white', '1964-08-13', 'male', '02139', 'obesity'],
  ['white', '1964-05-05', 'male', '02139', 'fever'],
  ['white', '1967-02-13', 'male', '02138', 'vomiting'],
  ['white', '1967-03-21', 'male', '02138', 'back pain'],
] as const;

export const PATIENTS = rows.map(([Race, BirthDate, Gender, ZIP, Problem]) => ({
  Race,
  BirthDate,
  Gender,
  ZIP,
  Problem,
}));

export const patientHierarchies: Record<string, AttributeSpec> = {
  Race: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  BirthDate: { role: 'quasi-identifier', type: 'date', hierarchy: { type: 'dates', levels: ['year', 'decade'] } },
  Gender: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  ZIP: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } },
};
