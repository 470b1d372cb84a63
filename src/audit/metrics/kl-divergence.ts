import { metricOfRelease } from './metric.js';

/** Nats, as the check of release against original found them. */
export const klDivergence = metricOfRelease('klDivergence', ({ divergence }) => divergence);
