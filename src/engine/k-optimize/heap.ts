import { frameFields, searchFields } from './context.js';

interface Places {
  readonly doubles: Readonly<Record<string, number>>;
  readonly words: Readonly<Record<string, number>>;
}

/** Two views of one buffer, the fields of a block or of a part of it by their names, and where it begins, in words. */
type Fields<Layout extends Places> = { readonly I: Int32Array; readonly F: Float64Array; readonly at: number } & Record<
  keyof Layout['doubles'] | keyof Layout['words'],
  number
>;

/** A class with a property for every field. */
function fieldsOf<Layout extends Places>({ doubles, words }: Layout) {
  class View {
    constructor(
      readonly I: Int32Array,
      readonly F: Float64Array,
      readonly at: number,
    ) {}
  }
  for (const [name, place] of Object.entries(doubles)) {
    Object.defineProperty(View.prototype, name, {
      get(this: View): number {
        return this.F[(this.at >> 1) + place];
      },
      set(this: View, value: number) {
        this.F[(this.at >> 1) + place] = value;
      },
    });
  }
  for (const [name, place] of Object.entries(words)) {
    Object.defineProperty(View.prototype, name, {
      get(this: View): number {
        return this.I[this.at + place];
      },
      set(this: View, value: number) {
        this.I[this.at + place] = value;
      },
    });
  }
  return View as unknown as new (I: Int32Array, F: Float64Array, at: number) => Fields<Layout>;
}

const SearchView = fieldsOf(searchFields);
const FrameView = fieldsOf(frameFields);

/** The memory of one search by K-OPTIMIZE. Addresses are indices of the view that they are used with. */
export type Heap = Fields<typeof searchFields>;
/** An open node. */
export type Frame = Fields<typeof frameFields>;

export function heapOf(I: Int32Array, F: Float64Array): Heap {
  return new SearchView(I, F, 0);
}

/** The frame that begins at a word. */
export function frameAt({ I, F }: Heap, at: number): Frame {
  return new FrameView(I, F, at);
}
