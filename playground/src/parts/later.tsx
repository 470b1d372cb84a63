import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorText } from './error-text.js';

interface Props<Given> {
  /** Imports the component: the same function each time. */
  readonly load: () => Promise<ComponentType<Given>>;
  readonly given: Given;
}

/** A part of the page whose code is loaded when it is first shown. */
export function Later<Given extends object>({ load, given }: Props<Given>) {
  const [Loaded, setLoaded] = useState<ComponentType<Given> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    load().then(
      (component) => {
        if (current) setLoaded(() => component);
      },
      () => {
        if (current) setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [load]);
  if (failed)
    return <ErrorText text="This part of the page could not be loaded. Look at the connection, and try again." />;
  return Loaded === null ? <div aria-busy="true" /> : <Loaded {...given} />;
}
