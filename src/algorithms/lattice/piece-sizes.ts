/** Distinct vectors times frequency sets that are made of them: as much is a piece of work for another thread. */
const PIECE_VECTORS = 2 ** 19;
/** Minimum work, in the same unit, per additional thread. */
const WORTH_VECTORS = 2 ** 23;

/** Sizes of shared work; tests set their own, so that small lattices are shared. */
export const pieceSizes = { piece: PIECE_VECTORS, worth: WORTH_VECTORS };
