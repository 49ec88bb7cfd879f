import {
  CARRIER_INVOICES,
  INVOICE_LAYOUT_NAMES,
  INVOICE_LAYOUTS,
  type InvoiceImportAnswer,
  PLAIN_COLUMNS,
} from '@lading/contract/carrier-invoices.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { COPY } from './copy.ts';
import { ImportPreview } from './import-preview.tsx';
import { useInvoiceImport } from './use-invoice-import.ts';

const { import: copy } = COPY;
const ACCEPTED = '.csv,.txt,text/csv';
const REQUIRED_COLUMNS = 4;
const OPTIONAL = PLAIN_COLUMNS.slice(REQUIRED_COLUMNS).filter((column) => column !== 'kind');
const LAYOUTS = [
  { value: '' as const, label: copy.detect },
  ...INVOICE_LAYOUTS.map((value) => ({ value, label: INVOICE_LAYOUT_NAMES[value] })),
];

export function ImportSection() {
  const { phase, layout, choose, changeLayout, start, restart } = useInvoiceImport();
  const problemId = useId();
  if (phase.at === 'done') return <ImportResult result={phase.result} onRestart={restart} />;
  const problem = phase.at === 'choosing' ? phase.problem : null;
  const hasPreview = phase.at === 'preview' || phase.at === 'importing';
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {hasPreview ? (
          <div className="grid content-start gap-3">
            <p className="text-h3 wrap-anywhere">{phase.file.name}</p>
            <div>
              <Button variant="secondary" disabled={phase.at === 'importing'} onClick={restart}>
                {copy.anotherFile}
              </Button>
            </div>
          </div>
        ) : phase.at === 'reading' ? (
          <div
            role="status"
            className="flex h-60 flex-col items-center justify-center gap-3 rounded-card border border-line bg-surface px-4 text-center"
          >
            <Spinner />
            <span className="wrap-anywhere">{copy.reading(phase.file.name)}</span>
            <Button variant="secondary" size="sm" onClick={restart}>
              Cancel
            </Button>
          </div>
        ) : (
          <div className="grid content-start gap-3">
            <DropZone
              what={copy.what}
              hint={copy.hint}
              accept={ACCEPTED}
              onFiles={choose}
              disabled={false}
              describedBy={problem === null ? undefined : problemId}
            />
            {problem !== null && (
              <InlineAlert tone="bad" id={problemId}>
                {phase.file && <span className="font-semibold wrap-anywhere">{phase.file.name}: </span>}
                {problem}
              </InlineAlert>
            )}
          </div>
        )}
        <div className="grid content-start gap-4">
          <Select
            label={copy.layout}
            name="layout"
            value={layout}
            options={LAYOUTS}
            onChange={changeLayout}
            disabled={phase.at === 'importing'}
          />
          <PlainColumns />
        </div>
      </div>
      {hasPreview && (
        <ImportPreview
          preview={phase.preview}
          problem={phase.at === 'preview' ? phase.problem : null}
          busy={phase.at === 'importing'}
          onImport={() => void start()}
        />
      )}
    </div>
  );
}

const codes = (columns: readonly string[]) =>
  columns.map((column) => (
    <code key={column} className="code mr-2 inline-block">
      {column}
    </code>
  ));

const PlainColumns = () => (
  <Disclosure title={copy.columns}>
    <div className="grid gap-2 text-small text-text-2">
      <p>
        {copy.columnsText} {codes(PLAIN_COLUMNS.slice(0, REQUIRED_COLUMNS))}
      </p>
      <p>{CARRIER_INVOICES.plainKind}</p>
      <p>
        {copy.moreColumns} {codes(OPTIONAL)}
      </p>
    </div>
  </Disclosure>
);

function ImportResult({ result, onRestart }: { result: InvoiceImportAnswer; onRestart: () => void }) {
  const [only, ...others] = result.invoiceIds;
  const filter = only !== undefined && others.length === 0 ? `?invoiceId=${only}` : '';
  return (
    <div className="grid justify-items-start gap-5 rounded-card border border-line bg-surface p-5">
      <InlineAlert tone={result.changed ? 'ok' : 'info'}>
        <span role="status">
          {result.changed
            ? `${copy.done(result.adjustments)} ${copy.doneText(result.passedOn, result.absorbed)}`
            : copy.unchanged}
        </span>
      </InlineAlert>
      <div className="flex flex-wrap gap-3">
        <Link to={`${PAGES.adminAdjustments}${filter}`} className={buttonClass()}>
          {copy.viewAdjustments}
        </Link>
        <Link to={`${PAGES.adminAdjustments}?tab=invoices`} className={buttonClass({ variant: 'secondary' })}>
          {copy.viewInvoices}
        </Link>
        <Button variant="secondary" onClick={onRestart}>
          {copy.importAnother}
        </Button>
      </div>
    </div>
  );
}
