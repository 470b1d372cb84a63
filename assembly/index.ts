/** The ABI: re-exports only. Every exported function is described in its own file. */
export { heapBase, growTo } from './arena';
export { checkConditionInto } from './conditions';
