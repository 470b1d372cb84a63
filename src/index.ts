/** `kohort`: the public API, names only. The engine is WebAssembly unless the twin is asked for. */
import { spareThreads, startThread } from '#threads';
import { bindAnonymize } from './pipeline/anonymize.js';
import { bindCompare } from './assess/compare.js';
import { createEngine } from './engine/create-engine.js';
import { bindInspect } from './assess/inspect.js';
import { algorithms } from './algorithms/list.js';
import type { EngineFactory } from './pipeline/options.js';
import { bindExplain } from './pipeline/explain.js';
import { bindKeepingCosts } from './assess/proposal/keeping-costs.js';
import { bindPreview } from './pipeline/preview.js';

export * from './public.js';
export { createEngine } from './engine/create-engine.js';

const makeEngine: EngineFactory = (engine = 'wasm') => createEngine({ engine });

/**
 * Makes a release of a table by a job, audits it, and gives it only when the audit confirms it. The table is not changed.
 *
 * @param source - a table (of `readCsv`, `readForJob`, `tableFromRows`, `readCsvCounted`), rows, or anything else that `readTable` takes;
 *   what is no table is read as the job's `input` says
 * @param job - an object as docs/job.md has it; checked as `parseJob` does
 * @param options - engine (default `wasm`), `signal`, `finish`, `timeLimit` in seconds, `threads`, `seed`, `onProgress`
 * @returns `release` (a new table), `result` (counts, models, metrics, search), `audit` and `warnings`
 * @throws InvalidArgumentError or HierarchyError for a wrong job, InfeasibleError when nothing satisfies it, AuditError when
 *   the audit does not confirm the release, CapacityError, AbortError when `signal` is aborted, and what `onProgress` throws.
 *
 * @example
 * ```js
 * const people = [{ age: 23 }, { age: 24 }, { age: 31 }, { age: 38 }];
 * const { release, result } = await anonymize(people, {
 *   attributes: { age: { role: 'quasi-identifier' } },
 *   privacy: [{ model: 'k-anonymity', k: 2 }],
 *   algorithm: 'mondrian',
 * });
 * for (const row of release) console.log(row, result.classes);
 * ```
 */
export const anonymize = /* @__PURE__ */ bindAnonymize({ makeEngine, startThread, spareThreads, algorithms });

/**
 * Runs a job without making a release: for programs that answer while a job is put together. It searches and measures as `anonymize` does, so its
 * figures are those that a release would have; nothing is audited, for there is nothing to release.
 *
 * @param table - a table; it is not changed
 * @param job - as for `anonymize`
 * @param options - those of `anonymize` that need no release
 * @returns rows released and suppressed, classes and their sizes, models, metrics, solution, search and warnings
 * @throws what `anonymize` throws before its audit
 *
 * @example
 * ```js
 * for (const k of [5, 10, 20]) {
 *   const { metrics, suppressed } = await preview(table, { ...job, privacy: [{ model: 'k-anonymity', k }] });
 *   console.log(k, metrics.loss, suppressed);
 * }
 * ```
 */
export const preview = /* @__PURE__ */ bindPreview({ makeEngine, startThread, spareThreads, algorithms });

/**
 * Measures what it costs to keep the columns that `proposeJob` leaves out since there are many of them (`leftOut`): the loss with and without all of them,
 * and each of the first batteries and columns. Wide tables are judged by what somebody learns who knows two columns (`known: 2`), others by the
 * models of the job. A sample of at most 1,000 rows is searched, for a few seconds at most.
 *
 * @param table - the table of the proposal
 * @param proposed - result of `proposeJob`
 * @param options - `signal`
 * @returns the costs, those of all columns first; empty where no column is left out, or the sample is too small
 *
 * @example
 * ```js
 * const proposed = proposeJob(table);
 * for (const { columns, without, with: kept } of await keepingCosts(table, proposed)) console.log(columns.length, without, kept);
 * ```
 */
export const keepingCosts = /* @__PURE__ */ bindKeepingCosts(preview);

/**
 * Plans a run: what a job means for a table, as plain data, without a search. For reviews before a release, and for programs that show what
 * will happen to every column and why. The plan holds no cell of the table.
 *
 * @param table - a table; it is not changed
 * @param job - as for `anonymize`
 * @param options - `signal`, `onProgress`, `publicTables` as for `anonymize`
 * @returns algorithm, counted unit, k, models, suppression, and for every column its role, its hierarchy or why it has none, and its release
 * @throws InvalidArgumentError, HierarchyError, InputError and InfeasibleError as `anonymize` throws them before its search
 *
 * @example
 * ```js
 * const { unit, columns } = await explain(table, job);
 * for (const { name, released, why } of columns) console.log(name, released, why);
 * ```
 */
export const explain = /* @__PURE__ */ bindExplain({ makeEngine, startThread, spareThreads, algorithms });

/**
 * Looks at a table before a job is written: types, distinct and missing values, what makes people unique, suggested roles.
 *
 * @param source - any table, or what `readTable` takes
 * @param options - `job`: adds the warnings that apply to this job; `engine`, `signal`, `onProgress` as for `anonymize`
 * @returns rows, columns, sets of columns by how many rows they single out, warnings
 *
 * @example
 * ```js
 * for (const { name, suggestedRole } of (await inspect(table)).columns) console.log(name, suggestedRole);
 * ```
 */
export const inspect = /* @__PURE__ */ bindInspect(makeEngine);

/**
 * Runs a job with several algorithms and several k, one after the other, and says what each costs and keeps.
 *
 * @param source - as for `anonymize`
 * @param job - whose models hold for all; its own algorithm is used with its options where it is named
 * @param algorithms - names, or objects of a name and options
 * @param options - those of `anonymize`, `k`, `pareto`, `accuracy`, `classifier`, `holdouts`
 * @returns `runs`, for every k the algorithms in their order, each with its result or why there is none, and whether it is Pareto-optimal
 *
 * @example
 * ```js
 * const { runs } = await compare(table, job, ['mondrian', 'hilbert'], { k: [5, 10] });
 * for (const { algorithm, k, risk, paretoOptimal } of runs) console.log(algorithm, k, risk, paretoOptimal);
 * ```
 */
export const compare = /* @__PURE__ */ bindCompare(anonymize);
