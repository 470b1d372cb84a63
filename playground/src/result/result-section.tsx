import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Catalogue } from 'kohort/js';
import type { Finished } from '../finished.js';
import type { Opened } from '../choices.js';
import { Later } from '../parts/later.js';
import { Tabs } from '../parts/tabs.js';
import { Summary } from './summary.js';
import { type ViewProps, views } from './views.js';

export interface ResultProps {
  readonly opened: Opened;
  readonly finished: Finished;
  readonly catalogue: Catalogue;
}

/** The result: the verdict, the files, and the release from several sides. */
export function ResultSection(props: ViewProps) {
  const { finished } = props;
  const [chosen, setTab] = useState(views[0].name);
  const tabs = views.map(({ name, title }) => [name, typeof title === 'string' ? title : title(props)] as const);
  const { name, load } = views.find((view) => view.name === chosen) ?? views[0];
  return (
    <>
      <Summary {...props} />
      <Tabs label="Views of the release" tabs={tabs} chosen={name} onChoose={setTab}>
        <Fragment key={finished.id}>
          <Later key={name} load={load} given={props} />
        </Fragment>
      </Tabs>
    </>
  );
}
