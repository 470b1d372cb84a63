import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Tabs } from './tabs.js';

/** One of several ways to look at the same thing. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly draw: () => ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly views: readonly View[];
}

/** Views of one thing, one drawn at a time: tabs inside a tab. One view alone has no tab. */
export function Views({ label, views }: Props) {
  const [chosen, choose] = useState(views[0].id);
  // The last view may be one that is not there any more.
  const view = views.find(({ id }) => id === chosen) ?? views[0];
  if (views.length === 1) return <>{view.draw()}</>;
  return (
    <Tabs
      label={label}
      look="pills"
      tabs={views.map(({ id, title }) => [id, title])}
      chosen={view.id}
      onChoose={choose}
    >
      {view.draw()}
    </Tabs>
  );
}
