import { columnName } from '@lading/contract/bulk/column-names.ts';
import { type BulkColumn, REQUIRED_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { counted } from '@lading/contract/format-count.ts';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { COPY } from '../copy.ts';
import type { TableSummary } from './file-messages.ts';
import { fillInsFor, measureProblems, SIZE_COLUMNS } from './fill-in-choices.ts';
import { FillInForm } from './fill-in-form.tsx';
import { headerName, MappingTable } from './mapping-table.tsx';
import type { ColumnMap } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';
import { lineList, readingNote, tableTitle } from './reading-note.ts';
import { useFillSources } from './use-fill-sources.ts';
import { type Answer, gapsIn, type Question } from './use-upload.ts';

interface AskPanelProps {
  question: Question;
  onAnswer: (answer: Answer) => Promise<void>;
  onCancel: () => void;
}

/** The mapping being edited. A column that the user has set no longer counts as guessed. */
function useColumnMap({ table, columns: initial, recalled }: Question) {
  const [columns, setColumns] = useState<ColumnMap>(initial);
  const [confirmed, setConfirmed] = useState<ReadonlySet<BulkColumn>>(new Set());
  const { match } = table;
  const guesses = match.kind === 'guess' && !recalled ? match.guessed : [];
  const map = (column: BulkColumn, places: readonly number[]) => {
    setColumns((before) => ({ ...before, [column]: places }));
    setConfirmed((before) => new Set([...before, column]));
  };
  return { columns, map, guessed: new Set(guesses.filter((column) => !confirmed.has(column))) };
}

/** Remembers that the user wants to continue, and continues when everything has loaded. */
function useWaiting(loading: boolean, onLoaded: () => void) {
  const [waiting, setWaiting] = useState(false);
  const proceed = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!waiting || loading) return;
    setWaiting(false);
    proceed();
  }, [waiting, loading]);
  return { waiting, wait: () => setWaiting(true) };
}

/** Asks how the columns of a file match and how to fill its gaps, before its rows are prepared. */
export function AskPanel({ question, onAnswer, onCancel }: AskPanelProps) {
  const { table } = question;
  const { columns, map, guessed } = useColumnMap(question);
  const [choices, setChoices] = useState(question.choices);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const sources = useFillSources();
  const form = useRef<HTMLFormElement>(null);

  const gaps = gapsIn(table, columns);
  const loading = gaps.size > 0 && sources.loading;
  // Until the saved packages have loaded, a measurement may only seem to be missing.
  const problems = loading ? {} : measureProblems(gaps, choices, sources.parcels);
  const fillIns = fillInsFor(gaps, choices, sources);

  const answer = async () => {
    const [first] = Object.keys(problems);
    if (first) {
      const field = form.current?.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (pending) return;
    setPending(true);
    await onAnswer({ columns, choices, fillIns });
    setPending(false);
  };
  const { waiting, wait } = useWaiting(loading, () => {
    // The panel shows what could not be loaded, and the user decides.
    if (gaps.size === 0 || !sources.failed) void answer();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (loading) wait();
    else void answer();
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="rule-heavy grid max-w-[60rem] gap-6 pt-5">
      <Findings question={question} />
      {table.match.kind === 'guess' && (
        <>
          <MappingTable
            header={table.header}
            samples={table.samples}
            columns={columns}
            guessed={guessed}
            onChange={map}
          />
          <IgnoredColumns header={table.header} columns={columns} />
        </>
      )}
      {gaps.size > 0 && (
        <FillInForm
          gaps={gaps}
          choices={choices}
          onChange={(part) => setChoices((before) => ({ ...before, ...part }))}
          sources={sources}
          problems={submitted ? problems : {}}
        />
      )}
      <MissingColumns columns={columns} fillIns={fillIns} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending || waiting}>
          Continue with {shipmentCount(table)}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </form>
  );
}

const shipmentCount = ({ match, shipmentCount: count }: TableSummary) =>
  counted(count, match.kind === 'export' ? 'order' : 'row');

/** Nothing is guessed if the file has our own names, but not all of them. */
const introductionOf = ({ match }: TableSummary, recalled: boolean) => {
  if (recalled) return 'recalled';
  return match.kind === 'guess' && match.guessed.length === 0 ? 'incomplete' : match.kind;
};

/** The title, warnings and skipped rows of a file. */
function Findings({ question: { table, fileName, recalled } }: { question: Question }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const note = readingNote(table);
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-h2 [overflow-wrap:anywhere]">
          {tableTitle(table, fileName)}
        </h2>
        <p className="mt-1 text-text-2">
          {COPY.file.introductions[introductionOf(table, recalled)]}
          {note && ` ${note}.`}
        </p>
      </div>
      {table.warnings.length > 0 && (
        <InlineAlert tone="warn">
          {table.warnings.map((warning) => (
            <p key={warning} className="[overflow-wrap:anywhere]">
              {warning}
            </p>
          ))}
        </InlineAlert>
      )}
      {table.leftOut.length > 0 && (
        <InlineAlert tone="info">
          {COPY.file.leftOut(table.leftOut.length, lineList(table.leftOut))}
        </InlineAlert>
      )}
    </>
  );
}

function IgnoredColumns({ header, columns }: { header: readonly string[]; columns: ColumnMap }) {
  const used = new Set(Object.values(columns).flat());
  const ignored = header.map((_, place) => place).filter((place) => !used.has(place));
  if (ignored.length === 0) return null;
  return (
    <p className="text-text-2 [overflow-wrap:anywhere]">
      <span className="text-strong text-text">Ignored:</span>{' '}
      {ignored.map((place) => headerName(header, place)).join(', ')}
    </p>
  );
}

/** An empty measurement already has a message at its field. */
const isMeasure = (column: BulkColumn) => column.startsWith('package_');

/** A file with missing columns is accepted, but every row will need fixing. */
function MissingColumns({ columns, fillIns }: { columns: ColumnMap; fillIns: readonly FillIn[] }) {
  const missing = REQUIRED_COLUMNS.filter(
    (column) =>
      !columns[column]?.length &&
      !fillIns.some(({ cells }) => column in cells && (cells[column] !== '' || isMeasure(column))),
  );
  const sizes = missing.filter((column) => SIZE_COLUMNS.some((size) => size === column));
  const envelopes = sizes.length === SIZE_COLUMNS.length;
  const faults = envelopes ? missing.filter((column) => !sizes.includes(column)) : missing;
  if (missing.length === 0) return null;
  return (
    <InlineAlert tone="warn">
      {faults.length > 0 && <p>{COPY.file.requiredMissing(faults.map(columnName))}</p>}
      {envelopes && <p>{COPY.file.envelopes}</p>}
    </InlineAlert>
  );
}
