import type { MemberScan } from '../engine.js';
import { isWorthCompacting, placeOf } from '../member-places.js';

/** Sums are below MOST; those of taken ones begin at TAKEN and stay from MOST on, however numbers change. */
const TAKEN = 0x40000000;
const MOST = 0x20000000;

/** The twin of assembly/member-scan.ts. The arguments were checked. */
export function createMemberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan {
  return new JsMemberScan(codes, sizes);
}

class JsMemberScan implements MemberScan {
  #places: number;
  readonly #codes: readonly (Uint8Array | Uint16Array | Uint32Array)[];
  readonly #vectors: Uint32Array;
  readonly #sums: Int32Array;
  /** Sums at the start; -1 for taken ones. */
  readonly #start: Int32Array;
  readonly #taken: number[] = [];

  constructor(codes: readonly Uint32Array[], sizes: readonly number[]) {
    const places = codes[0].length;
    this.#places = places;
    this.#codes = codes.map((column, a) =>
      sizes[a] <= 256 ? Uint8Array.from(column) : sizes[a] <= 65536 ? Uint16Array.from(column) : column.slice(),
    );
    this.#vectors = Uint32Array.from({ length: places }, (_, v) => v);
    this.#sums = new Int32Array(places);
    this.#start = new Int32Array(places);
  }

  start(numbers: readonly Int32Array[]): void {
    if (isWorthCompacting(this.#taken.length, this.#places)) this.#compact();
    this.#sums.fill(0, 0, this.#places);
    numbers.forEach((own, a) => this.change(a, own));
    this.#start.set(this.#sums.subarray(0, this.#places));
    for (const place of this.#taken) {
      this.#sums[place] = TAKEN;
      this.#start[place] = -1;
    }
  }

  change(attribute: number, difference: Int32Array): void {
    const column = this.#codes[attribute];
    if (column instanceof Uint8Array) addBytes(this.#sums, column, this.#places, difference);
    else addWords(this.#sums, column, this.#places, difference);
  }

  nearest(): number {
    const sums = this.#sums;
    let least = MOST;
    let best = -1;
    for (let i = 0; i < this.#places; i++) {
      if (sums[i] < least) {
        least = sums[i];
        best = i;
        if (least === 0) break;
      }
    }
    return best < 0 ? -1 : this.#vectors[best];
  }

  farthest(): number {
    const start = this.#start;
    let most = -1;
    let best = -1;
    for (let i = 0; i < this.#places; i++) {
      if (start[i] > most) {
        most = start[i];
        best = i;
      }
    }
    return best < 0 ? -1 : this.#vectors[best];
  }

  take(vector: number): void {
    const place = placeOf(this.#vectors, this.#places, vector);
    this.#sums[place] = TAKEN;
    this.#start[place] = -1;
    this.#taken.push(place);
  }

  dispose(): void {
    for (const column of this.#codes) column.fill(0);
    this.#sums.fill(0);
    this.#start.fill(0);
    this.#vectors.fill(0);
    this.#taken.length = 0;
    this.#places = 0;
  }

  #compact(): void {
    const start = this.#start;
    let kept = 0;
    for (let i = 0; i < this.#places; i++) {
      if (start[i] < 0) continue;
      for (const column of this.#codes) column[kept] = column[i];
      this.#vectors[kept++] = this.#vectors[i];
    }
    this.#places = kept;
    this.#taken.length = 0;
  }
}

// Two loops that each see one type of array.
function addBytes(sums: Int32Array, codes: Uint8Array, places: number, numbers: Int32Array): void {
  for (let i = 0; i < places; i++) sums[i] += numbers[codes[i]];
}

function addWords(sums: Int32Array, codes: Uint16Array | Uint32Array, places: number, numbers: Int32Array): void {
  for (let i = 0; i < places; i++) sums[i] += numbers[codes[i]];
}
