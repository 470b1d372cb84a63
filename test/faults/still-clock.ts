/** Makes time pass by calls alone, a thousandth of a millisecond each, on one day. Gives what lets it go on. */
export function stillClock(): () => void {
  const Real = globalThis.Date;
  const day = Real.UTC(2026, 0, 1);
  let calls = 0;
  performance.now = () => 1000 + ++calls / 1000;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args: [], given) => Reflect.construct(target, args.length === 0 ? [day] : args, given) as Date,
    get: (target, name, receiver) => (name === 'now' ? () => day : (Reflect.get(target, name, receiver) as unknown)),
  });
  return () => {
    globalThis.Date = Real;
    delete (performance as { now?: unknown }).now;
  };
}
