/** In the place of `projection.js` of Plot: no picture is a map. */

/** None was asked for. */
export const createProjection = (): undefined => undefined;
/** None was asked for. */
export const hasProjection = (): boolean => false;
/** None was asked for. */
export const projectionAspectRatio = (): undefined => undefined;

const refuse = (): never => {
  throw new Error('no picture of this page is a map');
};
export { refuse as getGeometryChannels, refuse as project, refuse as xyProjection };
