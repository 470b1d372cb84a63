/** In the place of d3-geo: no picture is a map. */
export const geoPath = (): never => {
  throw new Error('no picture of this page is a map');
};
