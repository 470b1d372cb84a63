import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface Props {
  readonly tabs: readonly (readonly [id: string, title: string])[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly children: ComponentChildren;
}

/** Tabs after the ARIA pattern: arrow keys, Home and End move between them. */
export function Tabs({ tabs, chosen, onChoose, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(([id]) => id === chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    onChoose(tabs[next][0]);
    (list.current?.children[next] as HTMLElement).focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label="Views of the release" ref={list} onKeyDown={move}>
        {tabs.map(([id, title]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen}
            aria-controls="panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
