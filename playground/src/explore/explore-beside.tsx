import { ExplorePanel, type ExplorePanelProps } from './explore-panel.js';

interface Props extends Omit<ExplorePanelProps, 'shown'> {
  readonly onBack: () => void;
}

/** The plane in the place of the table, beside the choices: the point of the choices moves as they are changed. */
export function ExploreBeside({ onBack, ...props }: Props) {
  return (
    <>
      <div class="explore-head">
        <h2>Explore</h2>
        <button type="button" onClick={onBack}>
          Back to the table
        </button>
      </div>
      <div class="explore-scroll">
        <ExplorePanel {...props} shown={null} />
      </div>
    </>
  );
}
