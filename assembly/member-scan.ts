/**
 * Vectors with a sum each over one number a code and attribute (MemberScan of src/engine/engine.ts): the scan of k-member
 * clustering. src/engine/js/member-scan.ts is the twin. Vectors left stand side by side in ascending order, with taken ones
 * among them until memberCompact. The context:
 *
 *   0  attributes      3  i32[places] sums; MOST or more for taken ones
 *   1  places          4  i32[places] sums at the start; -1 for taken ones
 *   2  u32[places] vector
 *   5  entries u32[attributes][2]: address of the codes by place, their width in bytes
 *   6  u32[places] places of taken ones, unordered
 *   7  taken ones
 */

/** Sums are below MOST; those of taken ones begin at TAKEN and stay from MOST on, however numbers change. */
const TAKEN: i32 = 0x40000000;
const MOST: i32 = 0x20000000;
const NONE: u32 = 0xffffffff;

function word(context: usize, index: usize): usize {
  return <usize>load<u32>(context + (index << 2));
}

function addNumbers<T>(sums: usize, codes: usize, places: usize, numbers: usize): void {
  for (let i: usize = 0; i < places; i++) {
    const at = sums + (i << 2);
    const code = <usize>load<T>(codes + i * sizeof<T>());
    store<i32>(at, load<i32>(at) + load<i32>(numbers + (code << 2)));
  }
}

/** Adds i32[size] numbers of one attribute to all sums. O(places). */
export function memberChange(context: usize, attribute: u32, numbers: usize): void {
  const entry = word(context, 5) + ((<usize>attribute) << 3);
  const codes = <usize>load<u32>(entry);
  const width = load<u32>(entry, 4);
  const sums = word(context, 3);
  const places = word(context, 1);
  if (width == 1) addNumbers<u8>(sums, codes, places, numbers);
  else if (width == 2) addNumbers<u16>(sums, codes, places, numbers);
  else addNumbers<u32>(sums, codes, places, numbers);
}

/** Adds the numbers of two columns of bytes at once. */
function addPairs(sums: usize, first: usize, second: usize, places: usize, numbers: usize, secondNumbers: usize): void {
  for (let i: usize = 0; i < places; i++) {
    const at = sums + (i << 2);
    const one = load<i32>(numbers + ((<usize>load<u8>(first + i)) << 2));
    const other = load<i32>(secondNumbers + ((<usize>load<u8>(second + i)) << 2));
    store<i32>(at, load<i32>(at) + one + other);
  }
}

/** Sums anew. numbers u32[attributes] addresses of i32[size]. O(places * attributes). */
export function memberStart(context: usize, numbers: usize): void {
  const attributes = <u32>word(context, 0);
  const places = word(context, 1);
  const sums = word(context, 3);
  const entries = word(context, 5);
  memory.fill(sums, 0, places << 2);
  for (let a: u32 = 0; a < attributes; a++) {
    const entry = entries + ((<usize>a) << 3);
    const own = <usize>load<u32>(numbers + ((<usize>a) << 2));
    if (a + 1 < attributes && load<u32>(entry, 4) == 1 && load<u32>(entry, 12) == 1) {
      const secondNumbers = <usize>load<u32>(numbers + ((<usize>a) << 2), 4);
      addPairs(sums, <usize>load<u32>(entry), <usize>load<u32>(entry, 8), places, own, secondNumbers);
      a++;
    } else memberChange(context, a, own);
  }
  const start = word(context, 4);
  memory.copy(start, sums, places << 2);
  const taken = word(context, 6);
  for (let i: usize = 0, count = word(context, 7); i < count; i++) {
    const place = (<usize>load<u32>(taken + (i << 2))) << 2;
    store<i32>(sums + place, TAKEN);
    store<i32>(start + place, -1);
  }
}

/** The place with the least sum, of several the first; -1 when none is left. O(places). */
export function memberNearest(context: usize): u32 {
  const end = word(context, 3) + (word(context, 1) << 2);
  let at = word(context, 3);
  let least: i32 = MOST;
  let four = i32x4.splat(MOST);
  for (; at + 16 <= end; at += 16) four = i32x4.min_s(four, v128.load(at));
  least = min(
    min(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    min(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
  for (; at < end; at += 4) least = min(least, load<i32>(at));
  if (least == MOST) return NONE;
  at = word(context, 3);
  while (load<i32>(at) != least) at += 4;
  return <u32>((at - word(context, 3)) >> 2);
}

/** The place with the largest sum at the start, of several the first; -1 when none is left. O(places). */
export function memberFarthest(context: usize): u32 {
  const end = word(context, 4) + (word(context, 1) << 2);
  let at = word(context, 4);
  let most: i32 = -1;
  let four = i32x4.splat(-1);
  for (; at + 16 <= end; at += 16) four = i32x4.max_s(four, v128.load(at));
  most = max(
    max(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    max(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
  for (; at < end; at += 4) most = max(most, load<i32>(at));
  if (most < 0) return NONE;
  at = word(context, 4);
  while (load<i32>(at) != most) at += 4;
  return <u32>((at - word(context, 4)) >> 2);
}

/** Takes the vector at a place. */
export function memberTake(context: usize, place: u32): void {
  const at = (<usize>place) << 2;
  store<i32>(word(context, 3) + at, TAKEN);
  store<i32>(word(context, 4) + at, -1);
  const count = word(context, 7);
  store<u32>(word(context, 6) + (count << 2), place);
  store<u32>(context + 28, <u32>count + 1);
}

function keep<T>(column: usize, start: usize, places: usize): usize {
  let kept: usize = 0;
  for (let i: usize = 0; i < places; i++) {
    store<T>(column + kept * sizeof<T>(), load<T>(column + i * sizeof<T>()));
    kept += usize(load<i32>(start + (i << 2)) >= 0);
  }
  return kept;
}

/** Gives up the places of taken vectors. Sums mean nothing until memberStart. O(places * attributes). */
export function memberCompact(context: usize): void {
  const places = word(context, 1);
  const start = word(context, 4);
  const entries = word(context, 5);
  for (let a: usize = 0, attributes = word(context, 0); a < attributes; a++) {
    const codes = <usize>load<u32>(entries + (a << 3));
    const width = load<u32>(entries + (a << 3), 4);
    if (width == 1) keep<u8>(codes, start, places);
    else if (width == 2) keep<u16>(codes, start, places);
    else keep<u32>(codes, start, places);
  }
  store<u32>(context + 4, <u32>keep<u32>(word(context, 2), start, places));
  store<u32>(context + 28, 0);
}
