/**
 * Lets a module answer the messages of this worker, if the worker has this name. The module is loaded now; it listens by itself, and hears
 * what came before it was there.
 */
export function serveWith(name: string, load: () => Promise<unknown>): void {
  if (self.name !== name) return;
  const waiting: MessageEvent[] = [];
  const hold = (event: MessageEvent): void => {
    event.stopImmediatePropagation();
    waiting.push(event);
  };
  addEventListener('message', hold);
  void load().then(
    () => {
      removeEventListener('message', hold);
      for (const { data, ports } of waiting) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
    },
    (reason: unknown) => {
      // The page hears of it as of any worker that cannot be run.
      setTimeout(() => {
        throw reason;
      });
    },
  );
}
