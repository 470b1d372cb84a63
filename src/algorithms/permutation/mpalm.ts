import type { Engine } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import type { LeveledAttribute, PublicPeople } from '../../membership/presence.js';
import { acceptsPresence, partitionPeopleStepwise } from '../../membership/presence.js';
import type { Control, Outcome, Problem, Recoding } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import { publicConditionsOf } from '../judge-classes.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { widenToReleased } from '../released-boxes.js';
import { judgeOf, leveledAttributes, presenceModelOf, publicPeopleOf } from './public-people.js';
import type { MpalmOptions } from '../cards/mpalm.js';

/**
 * MPALM: top-down multidimensional generalization of a private table against a public one; a part is split as long as
 * every part stays delta-present.
 *
 * Nergiz, Atzori and Clifton, "Hiding the Presence of Individuals from Shared Databases", SIGMOD 2007, section 5; Toth,
 * Data Anonymization, 2015, Algorithm 2 and Figures 2.10 to 2.14. What is released of a part is the box of all its public
 * rows: the box of its private rows alone, which the thesis returns, would show that the others are not there.
 */
export async function run(problem: Problem, engine: Engine, options: MpalmOptions, control: Control): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { presence, inPublic } = presenceModelOf(problem, 'mpalm');
  const conditions = publicConditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const people = publicPeopleOf(problem, inPublic);
  const attributes = leveledAttributes(problem, { byRanges: options.cuts === 'ranges' });
  const satisfies = judgeOf(inPublic, engine, conditions);
  let checked = 0;
  const pauses = new Pauses(control, 'partition');
  const accepts = acceptsPresence(presence.min, presence.max);
  const judge = (part: Uint32Array): boolean => {
    checked++;
    return satisfies(part);
  };
  const parts = await pauses.drive(partitionPeopleStepwise(people, attributes, accepts, judge));
  const recoding = await pauses.drive(recode(problem, people, attributes, parts));
  return {
    recoding: await pauses.drive(widenToReleased(recoding, problem.domains)),
    search: { optimal: false, lowerBound: null, nodes: parts.length, checked, groups: recoding.classes },
    solution: { kind: 'regions' },
    options,
    warnings: [],
  };
}

/** Parts with private rows, as boxes of all their public rows. */
function* recode(
  problem: Problem,
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  parts: readonly Uint32Array[],
): Steps<Recoding> {
  const released = parts.filter((part) => part.some((vector) => people.privateRows[vector] > 0));
  const classOf = new Uint32Array(problem.set.length);
  released.forEach((part, c) => {
    for (const vector of part) if (vector < classOf.length) classOf[vector] = c;
  });
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (const [a] of attributes.entries()) {
    yield;
    const codes = people.codes[a];
    const [least, most] = [new Uint32Array(released.length), new Uint32Array(released.length)];
    for (let c = 0; c < released.length; c++) {
      const part = released[c];
      least[c] = most[c] = codes[part[0]];
      for (let i = 1; i < part.length; i++) {
        const code = codes[part[i]];
        if (code < least[c]) least[c] = code;
        else if (code > most[c]) most[c] = code;
      }
    }
    lower.push(least);
    upper.push(most);
  }
  return {
    kind: 'regions',
    classes: released.length,
    parts: {
      vector: Uint32Array.from(classOf, (_, vector) => vector),
      classId: classOf,
      count: problem.set.counts(),
    },
    lower,
    upper,
    nodes: attributes.map(({ isOrdered }) => !isOrdered),
  };
}
