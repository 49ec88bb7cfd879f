import type { ProblemGroup } from '@lading/contract/bulk/problem-groups.ts';
import type { Batch } from '@lading/contract/bulk.ts';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import { useNarrow } from '../use-narrow.ts';
import { CustomsPanel } from './customs-panel.tsx';
import { DetailsStrip, GridHint } from './details-strip.tsx';
import { EditGrid } from './edit-grid.tsx';
import { columnCount } from './grid-columns.ts';
import type { ActiveCell } from './grid-moves.ts';
import { GroupPanel } from './group-panel.tsx';
import { IssueChips } from './issue-chips.tsx';
import { ReviewBar } from './review-bar.tsx';
import { AddressProgress, DuplicateFile } from './review-notices.tsx';
import { filterText, type ReviewFilter } from './review-summary.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { RowCards } from './row-cards.tsx';
import type { RowActions } from './row-details.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useReviewList } from './use-review-list.ts';
import { useSummary } from './use-summary.ts';

interface ReviewProps {
  store: BatchStore;
  batch: Batch;
  onGetRates: () => void;
  onDiscard: () => void;
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey;

/** In a text field, Ctrl+Z undoes typing. */
const isInTextField = ({ target }: KeyboardEvent) =>
  target instanceof HTMLInputElement && target.type !== 'radio';

export function Review({ store, batch, onGetRates, onDiscard }: ReviewProps) {
  const [active, setActive] = useState<ActiveCell | null>(null);
  const [groupFocus, setGroupFocus] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const narrow = useNarrow();
  const summary = useSummary(store);
  const { text: announced, say } = useAnnouncer(summary);
  const list = useReviewList({ store, summary, narrow, active: active?.number ?? null });
  const { filter, group, numbers } = list;

  const choose = (next: ReviewFilter) => {
    setActive(null);
    list.setFilter(next);
  };
  const report = useCallback(
    (what: string) => {
      setNote(what);
      say(what);
    },
    [say],
  );
  const undo = () => {
    if (!store.canUndo()) return;
    store.undo();
    report(COPY.review.undone);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isUndoKey(event) || isInTextField(event)) return;
    event.preventDefault();
    undo();
  };
  const setForAll = (target: ProblemGroup) => {
    choose({ kind: 'problem', key: target.key });
    setGroupFocus((count) => count + 1);
  };
  const actions = { store, groups: summary.groups, onChanged: report, onSetForAll: setForAll };
  const fixing = { store, onChanged: report, onFixed: () => heading.current?.focus() };
  const shared = { store, summary, filter, onFilter: choose };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys that bubble from its controls.
    <div className="grid gap-4" onKeyDown={onKeyDown}>
      <DuplicateFile batch={batch} onDiscard={onDiscard} />
      <AddressProgress batch={batch} />
      <ReviewToolbar {...shared} batch={batch} headingRef={heading} />
      <IssueChips {...shared} />
      <CustomsPanel {...fixing} questions={summary.questions} />
      {group && <GroupPanel key={group.key} {...fixing} group={group} focusRequest={groupFocus} />}
      {numbers.length === 0 ? (
        <NoRows filter={filter} onAll={() => choose({ kind: 'all' })} />
      ) : narrow ? (
        <RowCards numbers={numbers} {...actions} />
      ) : (
        <GridWithDetails
          {...{ numbers, active, setActive, actions }}
          list={filterText(filter)}
          subject={group?.column ?? null}
          label={`Rows of ${batch.fileName}`}
          columnCount={columnCount(summary.usesAdded)}
        />
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ReviewBar {...{ store, summary, note, onGetRates, onDiscard }} onUndo={undo} />
    </div>
  );
}

interface GridWithDetailsProps {
  actions: Omit<RowActions, 'onFixed'>;
  numbers: readonly number[];
  active: ActiveCell | null;
  setActive: (cell: ActiveCell) => void;
  list: string;
  subject: ProblemGroup['column'] | null;
  label: string;
  columnCount: number;
}

function GridWithDetails({ actions, numbers, active, setActive, ...grid }: GridWithDetailsProps) {
  const [focusRequest, setFocusRequest] = useState(0);
  const focusGrid = () => setFocusRequest((count) => count + 1);
  return (
    <>
      <EditGrid
        {...grid}
        {...{ numbers, active, focusRequest }}
        store={actions.store}
        onActiveChange={setActive}
        onChanged={actions.onChanged}
      />
      {active ? (
        <DetailsStrip
          {...actions}
          {...{ active, numbers }}
          onGoTo={(cell) => {
            setActive(cell);
            focusGrid();
          }}
          onFixed={focusGrid}
        />
      ) : (
        <GridHint />
      )}
    </>
  );
}

function NoRows({ filter, onAll }: { filter: ReviewFilter; onAll: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-5">
      <p>{filter.kind === 'ready' ? COPY.review.noneReady : COPY.review.nothingToFix}</p>
      <Button variant="secondary" onClick={onAll}>
        Show all rows
      </Button>
    </div>
  );
}
