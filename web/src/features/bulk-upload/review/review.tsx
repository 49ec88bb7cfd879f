import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import type { Batch } from '@lading/contract/bulk.ts';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useUrlParameters } from '../../../lib/use-url-parameters.ts';
import { Button } from '../../../ui/button.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useFilteredRows } from '../batch/use-batch.ts';
import { DetailsStrip, GridHint } from './details-strip.tsx';
import { type ActiveCell, EditGrid } from './edit-grid.tsx';
import { GroupPanel } from './group-panel.tsx';
import { IssueChips } from './issue-chips.tsx';
import { ReviewBar } from './review-bar.tsx';
import { AddressProgress, DuplicateFile } from './review-notices.tsx';
import { filterText, keeps, parseFilter, type ReviewFilter } from './review-summary.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { RowCards } from './row-cards.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useNarrow } from './use-narrow.ts';
import { useSummary } from './use-summary.ts';

interface ReviewProps {
  store: BatchStore;
  batch: Batch;
  onGetRates: () => void;
  onDiscard: () => void;
}

const PARAMETER = 'rows';

export function Review({ store, batch, onGetRates, onDiscard }: ReviewProps) {
  const [parameters, setParameters] = useUrlParameters();
  const [active, setActive] = useState<ActiveCell | null>(null);
  const [groupFocus, setGroupFocus] = useState(0);
  const [gridFocus, setGridFocus] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const narrow = useNarrow();
  const summary = useSummary(store);
  const { text: announced, say } = useAnnouncer(summary);

  const written = parameters.get(PARAMETER);
  // On a phone the work comes first.
  const filter: ReviewFilter =
    written === null && narrow && summary.counts.fixing > 0 ? { kind: 'fixing' } : parseFilter(written);
  const group = filter.kind === 'problem' ? summary.groups.find(({ key }) => key === filter.key) : undefined;

  // A row that was mended stays until the person leaves it: nothing may vanish under the fingers.
  const keep = keeps(filter);
  const activeRow = active ? store.row(active.number) : undefined;
  const held = activeRow && !keep(activeRow) ? activeRow.number : null;
  const numbers = useFilteredRows(
    store,
    (row) => keep(row) || row.number === held,
    `${filterText(filter)} ${held}`,
  );

  const choose = (next: ReviewFilter) => {
    setActive(null);
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set(PARAMETER, filterText(next));
        return changed;
      },
      { replace: true },
    );
  };
  const changed = useCallback(
    (what: string) => {
      setNote(what);
      say(what);
    },
    [say],
  );
  const undo = () => {
    if (!store.canUndo()) return;
    store.undo();
    setNote('Undone');
    say('Undone');
  };
  const setForAll = (target: ProblemGroup) => {
    choose({ kind: 'problem', key: target.key });
    setGroupFocus((count) => count + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    // In a field it takes back what was typed there.
    if (event.target instanceof HTMLInputElement && event.target.type !== 'radio') return;
    event.preventDefault();
    undo();
  };

  const actions = { store, groups: summary.groups, onChanged: changed, onSetForAll: setForAll };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the keys of what is inside.
    <div className="grid gap-4" onKeyDown={onKeyDown}>
      <DuplicateFile batch={batch} onDiscard={onDiscard} />
      <AddressProgress batch={batch} />
      <ReviewToolbar
        batch={batch}
        store={store}
        summary={summary}
        filter={filter}
        onFilter={choose}
        headingRef={heading}
      />
      <IssueChips summary={summary} filter={filter} onFilter={choose} />
      {group && (
        <GroupPanel
          key={group.key}
          store={store}
          group={group}
          focusRequest={groupFocus}
          onChanged={changed}
          onFixed={() => heading.current?.focus()}
        />
      )}
      {numbers.length === 0 ? (
        <NoRows filter={filter} onAll={() => choose({ kind: 'all' })} />
      ) : narrow ? (
        <RowCards numbers={numbers} {...actions} />
      ) : (
        <>
          <EditGrid
            store={store}
            numbers={numbers}
            active={active}
            focusRequest={gridFocus}
            list={filterText(filter)}
            subject={group?.column ?? null}
            onActiveChange={setActive}
            onChanged={changed}
            label={`Rows of ${batch.fileName}`}
          />
          {active ? (
            <DetailsStrip
              active={active}
              numbers={numbers}
              onGoTo={(cell) => {
                setActive(cell);
                setGridFocus((count) => count + 1);
              }}
              onFixed={() => setGridFocus((count) => count + 1)}
              {...actions}
            />
          ) : (
            <GridHint />
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ReviewBar
        store={store}
        summary={summary}
        note={note}
        onUndo={undo}
        onGetRates={onGetRates}
        onDiscard={onDiscard}
      />
    </div>
  );
}

function NoRows({ filter, onAll }: { filter: ReviewFilter; onAll: () => void }) {
  const text = filter.kind === 'ready' ? 'No row is ready yet' : 'Nothing left to fix here';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-5">
      <p>{text}</p>
      <Button variant="secondary" onClick={onAll}>
        Show all rows
      </Button>
    </div>
  );
}
