/**
 * Vectors with a sum each over one number a code and attribute (MemberScan of src/engine/engine.ts): the scan of k-member
 * clustering. src/engine/js/member-scan.ts is the twin. Vectors left stand side by side in ascending order, with taken ones
 * among them until memberCompact.
 */
import { MemberColumn, MemberScan } from './layouts.generated';

/** Sums are below MOST; those of taken ones begin at TAKEN and stay from MOST on, however numbers change. */
const TAKEN: i32 = 0x40000000;
const MOST: i32 = 0x20000000;
const NONE: u32 = 0xffffffff;

function columnAt(context: MemberScan, attribute: usize): MemberColumn {
  return changetype<MemberColumn>(context.columns + attribute * offsetof<MemberColumn>());
}

function addNumbers<T>(sums: usize, codes: usize, places: usize, numbers: usize): void {
  for (let i: usize = 0; i < places; i++) {
    const at = sums + (i << 2);
    const code = <usize>load<T>(codes + i * sizeof<T>());
    store<i32>(at, load<i32>(at) + load<i32>(numbers + (code << 2)));
  }
}

/** Adds i32[size] numbers of one attribute to all sums. O(places). */
export function memberChange(context: MemberScan, attribute: u32, numbers: usize): void {
  const column = columnAt(context, <usize>attribute);
  const codes = column.codes;
  const width = column.width;
  const sums = context.sums;
  const places = context.places;
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

/** Restarts the sums. numbers u32[attributes] addresses of i32[size]. O(places * attributes). */
export function memberStart(context: MemberScan, numbers: usize): void {
  const attributes = context.attributes;
  const places = context.places;
  const sums = context.sums;
  memory.fill(sums, 0, places << 2);
  for (let a: usize = 0; a < attributes; a++) {
    const own = <usize>load<u32>(numbers + (a << 2));
    if (a + 1 < attributes && columnAt(context, a).width == 1 && columnAt(context, a + 1).width == 1) {
      const secondNumbers = <usize>load<u32>(numbers + (a << 2), 4);
      addPairs(sums, columnAt(context, a).codes, columnAt(context, a + 1).codes, places, own, secondNumbers);
      a++;
    } else memberChange(context, <u32>a, own);
  }
  const start = context.starts;
  memory.copy(start, sums, places << 2);
  const taken = context.taken;
  for (let i: usize = 0, count = context.takenCount; i < count; i++) {
    const place = (<usize>load<u32>(taken + (i << 2))) << 2;
    store<i32>(sums + place, TAKEN);
    store<i32>(start + place, -1);
  }
}

/** The place with the least sum, the first of equal ones; -1 when none is left. O(places). */
export function memberNearest(context: MemberScan): u32 {
  const end = context.sums + (context.places << 2);
  let at = context.sums;
  let least: i32 = MOST;
  let four = i32x4.splat(MOST);
  for (; at + 16 <= end; at += 16) four = i32x4.min_s(four, v128.load(at));
  least = min(
    min(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    min(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
  for (; at < end; at += 4) least = min(least, load<i32>(at));
  if (least == MOST) return NONE;
  at = context.sums;
  while (load<i32>(at) != least) at += 4;
  return <u32>((at - context.sums) >> 2);
}

/** The place with the largest sum at the start, the first of equal ones; -1 when none is left. O(places). */
export function memberFarthest(context: MemberScan): u32 {
  const end = context.starts + (context.places << 2);
  let at = context.starts;
  let most: i32 = -1;
  let four = i32x4.splat(-1);
  for (; at + 16 <= end; at += 16) four = i32x4.max_s(four, v128.load(at));
  most = max(
    max(i32x4.extract_lane(four, 0), i32x4.extract_lane(four, 1)),
    max(i32x4.extract_lane(four, 2), i32x4.extract_lane(four, 3)),
  );
  for (; at < end; at += 4) most = max(most, load<i32>(at));
  if (most < 0) return NONE;
  at = context.starts;
  while (load<i32>(at) != most) at += 4;
  return <u32>((at - context.starts) >> 2);
}

/** Takes the vector at a place. */
export function memberTake(context: MemberScan, place: u32): void {
  const at = (<usize>place) << 2;
  store<i32>(context.sums + at, TAKEN);
  store<i32>(context.starts + at, -1);
  const count = context.takenCount;
  store<u32>(context.taken + (count << 2), place);
  context.takenCount = count + 1;
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
export function memberCompact(context: MemberScan): void {
  const places = context.places;
  const start = context.starts;
  for (let a: usize = 0, attributes = context.attributes; a < attributes; a++) {
    const column = columnAt(context, a);
    const codes = column.codes;
    const width = column.width;
    if (width == 1) keep<u8>(codes, start, places);
    else if (width == 2) keep<u16>(codes, start, places);
    else keep<u32>(codes, start, places);
  }
  context.places = keep<u32>(context.vectors, start, places);
  context.takenCount = 0;
}
