/** True for a cost or a bound that is a count; others are costs in a metric of values, and give away what labels hide. */
export const isCountedCost = (cost: unknown): cost is number => Number.isInteger(cost);
