import {
  INVOICE_LAYOUT_NAMES,
  type InvoiceLayout,
  type InvoicePreviewAnswer,
} from '@lading/contract/carrier-invoices.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { amountText } from '../../ui/adjustments/adjustment-text.ts';
import { Button } from '../../ui/button.tsx';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';
import { DifferencesTable, ReadInvoicesTable } from './preview-tables.tsx';
import { UnmatchedTable } from './unmatched-table.tsx';

const { import: copy } = COPY;
const MAX_SHOWN_PROBLEMS = 20;

interface ImportPreviewProps {
  preview: InvoicePreviewAnswer;
  /** Why the import was refused. */
  problem: string | null;
  busy: boolean;
  onImport: () => void;
}

export function ImportPreview({ preview, problem, busy, onImport }: ImportPreviewProps) {
  const isSound = preview.problems.length === 0;
  return (
    <section aria-labelledby="invoice-preview" className="grid gap-6 border-t border-line pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="invoice-preview" className="text-h2">
            {copy.preview}
          </h2>
          <p className="mt-1 text-text-2">
            {INVOICE_LAYOUT_NAMES[preview.layout as InvoiceLayout] ?? preview.layout}. {copy.nothingYet}
          </p>
        </div>
        {isSound && preview.newLines > 0 && (
          <Button loading={busy} onClick={onImport}>
            {busy ? copy.importing : copy.action}
          </Button>
        )}
      </div>
      {problem !== null && <InlineAlert tone="bad">{problem}</InlineAlert>}
      {isSound ? <Plan preview={preview} /> : <Problems problems={preview.problems} />}
    </section>
  );
}

function Problems({ problems }: Pick<InvoicePreviewAnswer, 'problems'>) {
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS);
  return (
    <InlineAlert tone="bad">
      <p className="font-semibold">{copy.problems}</p>
      <ul className="num mt-1 grid gap-0.5">
        {shown.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{copy.problemLine(line, message)}</li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <p className="mt-1">{copy.moreProblems(problems.length - shown.length)}</p>
      )}
    </InlineAlert>
  );
}

function Plan({ preview }: { preview: InvoicePreviewAnswer }) {
  const { differences, unmatched } = preview;
  return (
    <>
      {preview.newLines === 0 && <InlineAlert tone="info">{copy.allRepeated}</InlineAlert>}
      {preview.invoices
        .filter(({ total, statedTotal }) => statedTotal !== null && statedTotal !== total)
        .map(({ invoiceNumber, total, statedTotal }) => (
          <InlineAlert key={invoiceNumber} tone="warn">
            {copy.totalDiffers(invoiceNumber, formatMoney(total), formatMoney(statedTotal ?? 0))}
          </InlineAlert>
        ))}
      <Sums preview={preview} />
      <Part title={copy.differences} note={rest(differences.length, preview.adjustments, copy.largest)}>
        <DifferencesTable differences={differences} />
      </Part>
      {unmatched.length > 0 && (
        <Part title={copy.unmatched} note={rest(unmatched.length, preview.unmatchedLines, copy.first)}>
          <UnmatchedTable lines={unmatched} />
        </Part>
      )}
      <Part title={copy.invoices}>
        <ReadInvoicesTable invoices={preview.invoices} />
      </Part>
    </>
  );
}

/** Says that a list is not complete. */
const rest = (shown: number, total: number, text: (shown: number, total: number) => string) =>
  shown < total ? text(shown, total) : undefined;

function Part(props: { title: string; note?: string | undefined; children: React.ReactNode }) {
  return (
    <section className="grid gap-3">
      <h3 className="text-h3">{props.title}</h3>
      {props.note && <p className="num text-text-2">{props.note}</p>}
      {props.children}
    </section>
  );
}

function Sums({ preview }: { preview: InvoicePreviewAnswer }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      <MetricCard title={copy.newLines} figure={formatCount(preview.newLines)} waiting={false}>
        {copy.repeated(preview.repeatedLines)}
      </MetricCard>
      <MetricCard title={copy.adjustments} figure={formatCount(preview.adjustments)} waiting={false}>
        {copy.ofShipments(preview.shipments)}
      </MetricCard>
      <MetricCard title={copy.billed} figure={amountText(preview.billed)} waiting={false}>
        {copy.absorbed(preview.absorbed)}
      </MetricCard>
      <MetricCard title={copy.client} figure={amountText(preview.client)} waiting={false}>
        {copy.fees(formatMoney(preview.fees))}
      </MetricCard>
      <MetricCard title={copy.unmatched} figure={formatCount(preview.unmatchedLines)} waiting={false}>
        {formatMoney(preview.unmatchedAmount)}
      </MetricCard>
    </dl>
  );
}
