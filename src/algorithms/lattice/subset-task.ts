import { hasForm, isBytes, isListOf, isWhole, type Task } from '../sharing/task.js';
import { isJudgeSpec, type JudgeSpec } from './judge-spec.js';
import { NodeJudge } from './node-judge.js';
import { isSharedVectors, setOfShared, type SharedVectors } from './shared-vectors.js';
import { latticeOf, type SubsetCandidates, type SubsetFound, SubsetSearch } from './subset-search.js';

interface Common {
  readonly judge: JudgeSpec;
  readonly vectors: SharedVectors;
  readonly variant: 'basic' | 'super-roots';
  /** Bytes of kept sets. */
  readonly memory: number;
}

const isMask = (value: unknown, heights: readonly number[]): value is number =>
  isWhole(value) && (value as number) > 0 && (value as number) < 2 ** heights.length;

/** Subsets of attributes, as Incognito searches them; of equal size, they do not depend on each other. */
export const subsetTask: Task<Common, readonly SubsetCandidates[], readonly SubsetFound[]> = {
  name: 'subsets',
  isCommon: (value): value is Common =>
    hasForm(value, {
      judge: isJudgeSpec,
      vectors: isSharedVectors,
      variant: (variant) => variant === 'basic' || variant === 'super-roots',
      memory: (memory) => typeof memory === 'number' && memory >= 0,
    }),
  isInput: (value, { judge }): value is readonly SubsetCandidates[] => {
    const heights = judge.levels.map(({ length }) => length - 1);
    const isForm = isListOf((each) =>
      hasForm(each, { mask: (mask) => isMask(mask, heights), isCandidate: (flags) => isBytes(flags) }),
    )(value);
    if (!isForm) return false;
    const given = value as readonly SubsetCandidates[];
    return given.every(({ mask, isCandidate }) => isCandidate.length === latticeOf(heights, mask).size);
  },
  isOutput: (value): value is readonly SubsetFound[] =>
    isListOf((each) =>
      hasForm(each, {
        within: isBytes,
        candidates: isWhole,
        tagged: isWhole,
        checked: isWhole,
        rolledUp: isWhole,
        scans: isWhole,
      }),
    )(value),
  open: (engine, { judge: spec, vectors, variant, memory }) => {
    const set = setOfShared(engine, vectors);
    const judge = new NodeJudge(engine, spec, { set, public: null, tables: [], release: null });
    const search = new SubsetSearch(judge, variant, memory);
    return {
      do: (subsets, watch) => searchSubsets(search, subsets, watch),
      dispose: () => {
        judge.dispose();
        set.dispose();
      },
    };
  },
};

/** Searches some subsets, one after the other. */
export async function searchSubsets(
  search: SubsetSearch,
  subsets: readonly SubsetCandidates[],
  watch: (share: number) => Promise<void>,
): Promise<SubsetFound[]> {
  const found: SubsetFound[] = [];
  for (const [done, subset] of subsets.entries()) {
    found.push(await search.search(subset, (share) => watch((done + share) / subsets.length)));
  }
  return found;
}
