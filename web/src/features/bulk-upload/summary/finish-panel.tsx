import type { Batch } from '@lading/contract/bulk.ts';
import { counted } from '@lading/contract/format-count.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Download, Printer } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { LABEL_PAPERS } from '../../../lib/label-file.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TestLabelOffer } from '../../../ui/label/test-label.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { COPY } from '../copy.ts';
import type { LabelFigures } from './label-rows.ts';
import { useBatchFiles } from './use-batch-files.ts';

const PAGES_OF = [
  { value: 'all', label: 'Labels and documents' },
  { value: 'label', label: 'Labels only' },
  { value: 'documents', label: 'Documents only' },
] as const;

interface FinishPanelProps {
  batch: Batch;
  figures: LabelFigures;
  onRetryAll: () => void;
  onRates: () => void;
  onAnother: () => void;
}

export function FinishPanel({ batch, figures, onRetryAll, onRates, onAnother }: FinishPanelProps) {
  const { bought, chosen } = batch;
  const { failed, unlabeled } = figures;
  return (
    <div className="rule-heavy rounded-b-card border-x border-b border-line bg-surface p-5 md:p-6">
      <p className="num text-h3">
        {counted(bought.count, 'label')}
        {unlabeled > 0 && <span className="text-bad-fg">, {COPY.labels.without(unlabeled)}</span>}
        {` · ${formatMoney(centsOf(bought.amount))}`}
      </p>
      {bought.refunded > 0 && (
        <p className="num mt-1 text-text-2">{COPY.labels.refunded(formatMoney(centsOf(bought.refunded)))}</p>
      )}
      {chosen.count > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-text-2">
          {COPY.labels.unpaid(chosen.count)}
          <button type="button" className="link min-h-6 max-md:min-h-11" onClick={onRates}>
            Go to rates
          </button>
        </p>
      )}
      {bought.count > 0 && <LabelFiles batch={batch} figures={figures} />}
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-4">
        {failed > 0 && (
          <Button variant="secondary" onClick={onRetryAll}>
            Get new rates for {counted(failed, 'failed label')}
          </Button>
        )}
        <Button variant="secondary" onClick={onAnother}>
          Upload another file
        </Button>
        <Link to={PAGES.shippingHistory} className={buttonClass({ variant: 'ghost' })}>
          {LABELS.shippingHistory}
        </Link>
      </div>
    </div>
  );
}

function LabelFiles({
  batch,
  figures: { zpl, pdfOnly, abroad },
}: Pick<FinishPanelProps, 'batch' | 'figures'>) {
  const noteId = useId();
  const printButton = useRef<HTMLButtonElement>(null);
  const files = useBatchFiles(batch, abroad > 0);
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      <Segmented legend="Paper" value={files.paper} onChange={files.choosePaper} options={LABEL_PAPERS} />
      {abroad > 0 && (
        <Segmented legend="Include" value={files.content} onChange={files.chooseContent} options={PAGES_OF} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button loading={files.pending === 'labels.pdf'} onClick={files.downloadPdf}>
          <Icon of={Download} className="size-4" />
          Download all labels (PDF)
        </Button>
        <Button
          ref={printButton}
          variant="secondary"
          loading={files.pending === 'print'}
          onClick={files.print}
        >
          <Icon of={Printer} className="size-4" />
          Print all
        </Button>
        {zpl > 0 && (
          <Button
            variant="ghost"
            loading={files.pending === 'labels.zpl'}
            aria-describedby={pdfOnly > 0 ? noteId : undefined}
            onClick={files.downloadZpl}
          >
            Download labels (ZPL)
          </Button>
        )}
        <Button variant="ghost" loading={files.pending === 'results.csv'} onClick={files.downloadSummary}>
          Download summary (CSV)
        </Button>
      </div>
      {zpl > 0 && pdfOnly > 0 && (
        <p id={noteId} className="num text-small text-text-2">
          {COPY.labels.zplExcludes(pdfOnly)}
        </p>
      )}
      <TestLabelOffer paper={files.paper} onDismiss={() => printButton.current?.focus()} />
    </div>
  );
}
