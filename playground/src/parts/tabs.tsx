import { normalizeProps, useMachine } from '@zag-js/preact';
import * as tabs from '@zag-js/tabs';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  /** Name of the views behind the tabs, for screen readers. */
  readonly label: string;
  readonly tabs: readonly (readonly [id: string, title: string])[];
  /** `pills` for tabs inside a tab. */
  readonly look?: 'folders' | 'pills';
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly children: ComponentChildren;
}

/** Tabs after the ARIA pattern (Zag): arrow keys, Home and End move between them. Only the chosen panel is drawn. */
export function Tabs({ label, tabs: titles, look = 'folders', chosen, onChoose, children }: Props) {
  const service = useMachine(tabs.machine, {
    id: useId(),
    value: chosen,
    translations: { listLabel: label },
    onValueChange: ({ value }) => onChoose(value),
  });
  const api = tabs.connect(service, normalizeProps);
  return (
    <div class={`tabs ${look}`} {...api.getRootProps()}>
      <div {...api.getListProps()}>
        {titles.map(([value, title]) => (
          <button key={value} type="button" {...api.getTriggerProps({ value })}>
            {title}
          </button>
        ))}
      </div>
      <div {...api.getContentProps({ value: chosen })} key={chosen}>
        {children}
      </div>
    </div>
  );
}
