import { useRef } from 'preact/hooks';
import type { CheckedJob, Role } from 'kohort/js';
import type { Reading } from './choices.js';
import { ChosenColumn } from './column/chosen-column.js';
import { RowAnswered } from './data/row-answer.js';
import { RowQuestion } from './data/row-question.js';
import { StrayQuestion } from './data/stray-question.js';
import { DataSection } from './data/data-section.js';
import { ExploreBeside } from './explore/explore-beside.js';
import { KeepSection } from './leave/keep/keep-section.js';
import { ErrorText } from './parts/error-text.js';
import { rowsText } from './parts/persons.js';
import { PrivacySection } from './privacy/privacy-section.js';
import { ResultSection } from './result/result-section.js';
import { AlgorithmSection } from './search/algorithm-section.js';
import { LiveStrip } from './shell/live-strip.js';
import type { StartOptions } from './shell/run-section.js';
import { RunSection } from './shell/run-section.js';
import { type Step, TopBar } from './shell/top-bar.js';
import { ColumnsPanel } from './table/columns-panel.js';
import { useWorkbench } from './use-workbench.js';

/** The page: steps above, the table or the plane in the middle, the choices at its side, and their effect below. */
export function App() {
  const bench = useWorkbench();
  const { catalogue, opened, choices, job, step, chosen, made, finished, kept, live, explored, setStep } = bench;
  const results = useRef<HTMLElement>(null);
  const middle = useRef<HTMLDivElement>(null);
  async function open(file: File, reading: Reading, job?: CheckedJob): Promise<void> {
    // A file that is read in another way leaves the focus where that was chosen.
    if ((await bench.open(file, reading, { job })) && file !== opened?.file)
      requestAnimationFrame(() => middle.current?.focus({ preventScroll: true }));
  }
  async function anonymize(options: StartOptions): Promise<void> {
    if (await bench.anonymize(options)) requestAnimationFrame(() => results.current?.focus({ preventScroll: true }));
  }
  const isPlaneShown = bench.isExploring && step === 'Privacy';
  const explore = {
    choices,
    live,
    runs: made,
    explored,
    onShow: bench.show,
    onName: bench.rename,
    onTake: bench.takeChoices,
  };
  const isReady = opened !== null && catalogue !== null && !bench.isAsking;
  const steps: Step[] = isReady
    ? ['Data', 'Columns', 'Privacy', ...(finished === null ? [] : ['Result' as const])]
    : ['Data'];
  const rowsNote = opened === null ? '' : rowsText(opened, choices, live);
  const data = (
    <>
      <DataSection
        opened={opened}
        reading={choices.reading}
        rowsText={rowsNote}
        takenOut={bench.takenOut}
        {...bench.task('open')}
        onOpen={open}
      />
      {opened !== null && opened.stray !== null && (
        <StrayQuestion
          stray={opened.stray}
          disabled={bench.task('open').busy}
          onWithoutHeader={() => void open(opened.file, { ...choices.reading, header: false })}
          onPlain={() => void bench.takeAsPlain()}
        />
      )}
      {opened !== null && opened.stray === null && bench.isAsking && (
        <RowQuestion
          opened={opened}
          disabled={bench.task('open').busy}
          onAnswer={(answer) => void bench.sayRow(answer)}
        />
      )}
      {isReady && (
        <RowAnswered
          opened={opened}
          choices={choices}
          disabled={bench.task('open').busy}
          onAnswer={(answer) => void bench.sayRow(answer)}
          onRefuse={() => bench.setChoices(({ missingPersons: _, ...last }) => last)}
        />
      )}
      <KeepSection kept={kept} job={job} disabled={bench.task('open').busy} onJob={bench.take} />
    </>
  );
  return (
    <>
      <TopBar step={isReady ? step : 'Data'} open={steps} onStep={setStep} />
      <main class={isReady ? (step === 'Result' ? 'wide' : 'beside-table') : 'start'}>
        {bench.broken !== null && <ErrorText text={bench.broken} />}
        {!isReady && data}
        {isReady && step !== 'Result' && (
          <>
            <div class="middle" ref={middle} tabIndex={-1} role="group" aria-label={isPlaneShown ? 'Explore' : 'Table'}>
              {isPlaneShown && (
                <ExploreBeside
                  {...explore}
                  opened={opened}
                  catalogue={catalogue}
                  onBack={() => bench.setExploring(false)}
                />
              )}
              {!isPlaneShown && (
                <ColumnsPanel
                  opened={opened}
                  rowsText={rowsNote}
                  columns={choices.columns}
                  chosen={chosen}
                  live={live}
                  usualView={step === 'Privacy' ? 'released' : 'original'}
                  onChosen={(names) => {
                    bench.setChosen(names);
                    setStep('Columns');
                  }}
                  onRole={(names, role: Role) => bench.changeColumns(names, { role })}
                />
              )}
            </div>
            <div class="side" role="group" aria-label="Choices">
              {step === 'Data' && data}
              {step === 'Columns' && (
                <ChosenColumn
                  opened={opened}
                  catalogue={catalogue}
                  choices={choices}
                  chosen={chosen}
                  warnings={live.preview?.warnings ?? []}
                  takenOut={bench.takenOut}
                  task={bench.task('open')}
                  onRead={(name, kind) => void bench.readColumn(name, kind)}
                  onChange={bench.changeColumns}
                  onChoices={bench.setChoices}
                  onMissing={(marks) =>
                    void open(opened.file, {
                      ...choices.reading,
                      missing: [...new Set([...choices.reading.missing, ...marks])],
                    })
                  }
                />
              )}
              {step === 'Privacy' && (
                <>
                  <PrivacySection
                    catalogue={catalogue}
                    table={opened.table}
                    choices={choices}
                    preview={live.preview}
                    everybody={opened.everybody ?? null}
                    onChange={bench.setChoices}
                  />
                  <AlgorithmSection
                    catalogue={catalogue}
                    table={opened.table}
                    choices={choices}
                    everybody={opened.everybody ?? null}
                    onEverybody={bench.openEverybody}
                    onChange={bench.setChoices}
                  />
                  {!isPlaneShown && (
                    <p class="buttons">
                      <button type="button" onClick={() => bench.setExploring(true)}>
                        Explore risk and loss
                      </button>
                    </p>
                  )}
                </>
              )}
            </div>
          </>
        )}
        {isReady && step === 'Result' && finished !== null && (
          <section ref={results} class="result" tabIndex={-1} aria-label="Result">
            <ResultSection
              opened={opened}
              finished={finished}
              catalogue={catalogue}
              onCure={(apply) => {
                bench.setChoices(apply);
                setStep('Privacy');
              }}
              {...explore}
            />
          </section>
        )}
      </main>
      {isReady && step !== 'Result' && (
        <footer class="dock">
          <LiveStrip live={live} choices={choices} onCure={bench.setChoices} />
          <RunSection {...bench.task('anonymize')} onRun={anonymize} />
        </footer>
      )}
    </>
  );
}
