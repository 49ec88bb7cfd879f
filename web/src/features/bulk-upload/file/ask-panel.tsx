import { columnName } from '@lading/contract/bulk/column-names.ts';
import { type BulkColumn, REQUIRED_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../../lib/batch-state.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { fillInsFor, measureProblems } from './fill-in-choices.ts';
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

/** Between a file and its rows: what was found, what is missing and where that comes from. */
export function AskPanel({ question, onAnswer, onCancel }: AskPanelProps) {
  const { table, fileName, recalled } = question;
  const { match } = table;
  const [columns, setColumns] = useState<ColumnMap>(question.columns);
  const [confirmed, setConfirmed] = useState<ReadonlySet<BulkColumn>>(new Set());
  const [choices, setChoices] = useState(question.choices);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const sources = useFillSources();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const gaps = gapsIn(table, columns);
  const problems = measureProblems(gaps, choices, sources.parcels);
  const fillIns = fillInsFor(gaps, choices, sources);
  const note = readingNote(table);

  const mapColumn = (column: BulkColumn, places: readonly number[]) => {
    setColumns((before) => ({ ...before, [column]: places }));
    setConfirmed((before) => new Set([...before, column]));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = Object.keys(problems);
    if (first) {
      const field = form.current?.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (pending || sources.loading) return;
    setPending(true);
    await onAnswer({ columns, choices, fillIns });
    setPending(false);
  };

  const things = match.kind === 'export' ? 'order' : 'row';
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="rule-heavy grid max-w-[60rem] gap-6 pt-5"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-h2 [overflow-wrap:anywhere]">
          {tableTitle(table, fileName)}
        </h2>
        <p className="mt-1 text-text-2">
          {INTRODUCTIONS[recalled ? 'recalled' : match.kind]}
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
          {counted(table.leftOut.length, 'row')} without a shipping address left out:{' '}
          {lineList(table.leftOut)}.
        </InlineAlert>
      )}
      {match.kind === 'guess' && (
        <>
          <MappingTable
            header={table.header}
            samples={table.samples}
            columns={columns}
            guessed={new Set(recalled ? [] : match.guessed.filter((column) => !confirmed.has(column)))}
            onChange={mapColumn}
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
      <StillMissing columns={columns} fillIns={fillIns} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending || (submitted && sources.loading)}>
          Continue with {counted(table.shipmentCount, things)}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </form>
  );
}

const INTRODUCTIONS = {
  template: 'Please look at this before the rows are checked.',
  export: 'Recognised by its columns. Each order becomes one shipment.',
  guess: 'Its columns have other names than ours. Please look at what was guessed.',
  recalled: 'Its columns are matched as you did the last time.',
} as const;

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

/** One that is to be typed above and still empty has its own message there. */
const isMeasure = (column: BulkColumn) => column.startsWith('package_');

/** Nothing stops a file with such gaps; but every one of its rows will have to be mended. */
function StillMissing({ columns, fillIns }: { columns: ColumnMap; fillIns: readonly FillIn[] }) {
  const missing = REQUIRED_COLUMNS.filter(
    (column) =>
      !columns[column]?.length &&
      !fillIns.some(({ cells }) => column in cells && (cells[column] !== '' || isMeasure(column))),
  );
  if (missing.length === 0) return null;
  return (
    <InlineAlert tone="warn">
      <p>
        Every row will need fixing, because these are required and nowhere:{' '}
        {missing.map(columnName).join(', ')}.
      </p>
    </InlineAlert>
  );
}
