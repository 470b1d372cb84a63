import { mondrianWith } from '../../algorithms/boxes/mondrian-with.js';
import { importable, type ImportableAlgorithm } from '../importable.js';

const algorithm = /* @__PURE__ */ mondrianWith(async (problem, engine, options, control) => {
  const { runByLabel } = await import('../../algorithms/boxes/mondrian-by-label.js');
  return runByLabel(problem, engine, options, control);
});

/** The algorithm `mondrian` alone, for `createAnonymize` of `kohort/core`. */
export const mondrian: ImportableAlgorithm<'mondrian'> = /* @__PURE__ */ importable({
  algorithm,
});
