/** Every algorithm name of the job file. A test holds this against the registry. */
export const algorithmNames = [
  'samarati',
  'all-minimal',
  'min-gen',
  'optimal-lattice',
  'incognito',
  'datafly',
  'mu-argus',
  'bottom-up-generalization',
  'top-down-specialization',
  'k-optimize',
  'two-phase-hill-climbing',
  'greedy-hill-climbing',
  'genetic',
  'simulated-annealing',
  'meyerson-williams',
  'mondrian',
  'hilbert',
  'idistance',
  'mdav',
  'local-recoding',
  'k-member',
  'oka',
  'local-suppression',
  'dissociation',
  'bucketization',
  'anatomy',
  'slicing',
  'mpalm',
  'spalm',
  'generalize-and-permute',
] as const;

/** Algorithms that choose a level vector of the lattice by the private table alone (`spalm` looks at a public one as well). */
export const fullDomainAlgorithms = ['samarati', 'all-minimal', 'min-gen', 'optimal-lattice', 'incognito'] as const;

/** Algorithms that release every quasi-identifier at one level for all rows. */
export const levelVectorAlgorithms = [...fullDomainAlgorithms, 'spalm', 'datafly'] as const;

/** Algorithms that cut ordered domains, into ranges unless `cuts` is `hierarchy`. */
export const cutAlgorithms = [
  'k-optimize',
  'two-phase-hill-climbing',
  'greedy-hill-climbing',
  'genetic',
  'simulated-annealing',
] as const;

/** Algorithms that recode every domain in one way for all rows: no two classes of their releases share a vector. */
export const globalAlgorithms = [
  ...levelVectorAlgorithms,
  'bottom-up-generalization',
  'top-down-specialization',
  ...cutAlgorithms,
] as const;

/** Algorithms whose release has buckets, within which columns are permuted. */
export const permutingAlgorithms = ['bucketization', 'anatomy', 'slicing', 'generalize-and-permute'] as const;

/** Privacy models that this version checks. A test holds this against the registry. */
export const builtModels: readonly string[] = [
  'k-anonymity',
  'l-diversity',
  't-closeness',
  'ke-anonymity',
  'alpha-k-anonymity',
  'beta-likeness',
  'delta-disclosure',
  'delta-presence',
  'weak-k-anonymity',
  'k-map',
  'weak-l-diversity',
  'km-anonymity',
  'average-risk',
  'maximum-risk',
];

/** Roles an attribute may have. */
export const roleNames = ['quasi-identifier', 'identifier', 'sensitive', 'class', 'insensitive', 'drop'] as const;
