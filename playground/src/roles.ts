import type { Role } from 'kohort/js';

/** A role of a column: its name here, its meaning for the release, and the class of its colour. */
export interface RoleWords {
  readonly role: Role;
  readonly name: string;
  readonly meaning: string;
}

/** True for columns that no release has. */
export const isWithheld = (role: Role): boolean =>
  ['identifier', 'person', 'household', 'weight', 'drop'].includes(role);

/** The roles of columns, in the order in which they are offered. */
export const ROLES: readonly RoleWords[] = [
  {
    role: 'quasi-identifier',
    name: 'quasi-identifier',
    meaning: 'Others may know it, and find a person by it together with the other ones. It is made coarser.',
  },
  {
    role: 'sensitive',
    name: 'sensitive',
    meaning: 'What nobody may learn of a person. It is released, and privacy models can protect it.',
  },
  {
    role: 'class',
    name: 'class',
    meaning: 'A label that programs will learn from the release. It is released, and kept useful.',
  },
  {
    role: 'insensitive',
    name: 'insensitive',
    meaning: 'Nobody can find a person by it, and it is not secret. It is released unchanged.',
  },
  {
    role: 'identifier',
    name: 'identifier',
    meaning: 'It names a person, as a name or a number does. It is never released.',
  },
  {
    role: 'person',
    name: 'person',
    meaning:
      'It is the key of the person of a row, alone or with other such columns. Persons are counted by it, and it is never released.',
  },
  {
    role: 'household',
    name: 'household',
    meaning:
      'It says to which household a row belongs, alone or with other such columns. The risk of households is measured by it, and it is never released.',
  },
  {
    role: 'weight',
    name: 'weight',
    meaning:
      'It is the weight of a row of a survey: how many people of the population the row stands for. Risks in the population are estimated by it. It is not released, unless as the mean of each class.',
  },
  {
    role: 'pseudonym',
    name: 'pseudonym',
    meaning:
      'It joins files. It is released as a pseudonym by a secret key, which the command has and this page does not.',
  },
  { role: 'drop', name: 'dropped', meaning: 'It is left out of the release.' },
];
