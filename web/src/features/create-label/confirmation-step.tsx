import { HISTORY, WIZARD } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { LabelFormat, LabelPaper } from '@lading/contract/shipments.ts';
import { Download, Mail, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDay } from '../../lib/format-day.ts';
import {
  downloadLabel,
  fetchLabel,
  LABEL_PAPERS,
  rememberedPaper,
  rememberPaper,
} from '../../lib/label-file.ts';
import { formatsOf } from '../../lib/label-formats.ts';
import { printPdf } from '../../lib/print.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { usePending } from '../../lib/use-pending.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { groupDigits } from '../../ui/label/label-data.ts';
import { TestLabelOffer } from '../../ui/label/test-label.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { EmailLabelDialog } from './email-label-dialog.tsx';
import { isSessionLoss } from './session-loss.ts';
import type { Transaction } from './use-transaction.ts';

export interface ConfirmationStepProps {
  shipment: Transaction;
  onAnother: () => void;
}

export function ConfirmationStep({ shipment, onAnother }: ConfirmationStepProps) {
  const navigate = useNavigate();
  const [paper, setPaper] = useState(rememberedPaper);
  const { pending: printing, run: runPrint } = usePending();
  const { pending: loading, run: runDownload } = usePending();
  const session = useSession();
  const canEmail = useRuntimeConfig()?.emailsLabels ?? false;
  const [emailing, setEmailing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const printButton = useRef<HTMLButtonElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const formats = formatsOf(shipment);
  const file = { id: shipment.shipment_id, trackingNumber: shipment.tracking_number };

  const choosePaper = (next: LabelPaper) => {
    setPaper(next);
    rememberPaper(next);
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (isSessionLoss(error)) return;
      console.error(error);
      toast.error(HISTORY.downloadFailed);
    }
  };
  const print = () =>
    runPrint(() =>
      attempt(async () => {
        const outcome = await printPdf(await fetchLabel(file.id, 'pdf', { paper }));
        if (outcome === 'opened') toast.info('The label is open in a new tab. Print it from there.');
        if (outcome === 'blocked')
          toast.error('The browser blocked the print window. Download the PDF instead.');
      }),
    );
  const download = (format: LabelFormat) =>
    runDownload(() =>
      attempt(async () => {
        await downloadLabel(file, format, paper);
        toast.success(HISTORY.downloadStarted);
      }),
    );
  useShortcuts([
    { keys: 'p', label: 'Print the label', run: () => void print() },
    { keys: 'd', label: 'Download the label (PDF)', run: () => void download('pdf') },
    { keys: 'n', label: WIZARD.createAnother, run: onAnother },
  ]);

  return (
    <section>
      <p className="text-micro text-text-2">Step 5 / 5</p>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-h2">
        Label ready
      </h2>
      <div className="rule-heavy mt-5 border-b border-line py-4">
        <p className="text-micro text-text-2">Tracking number</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="code text-h3 wrap-anywhere">{groupDigits(shipment.tracking_number ?? '')}</p>
          {shipment.tracking_number && <CopyButton text={shipment.tracking_number} what="tracking number" />}
        </div>
      </div>
      <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 py-4">
        <dt className="text-text-2">Service</dt>
        <dd>
          {shipment.carrier} {shipment.serviceName}
        </dd>
        <dt className="text-text-2">Paid</dt>
        <dd>{formatMoney(centsOf(shipment.cost))}</dd>
        <dt className="text-text-2">To</dt>
        <dd className="wrap-anywhere">
          {shipment.recipient.fullName}, {shipment.recipient.city} {shipment.recipient.state}
        </dd>
        {shipment.delivery_date && (
          <>
            <dt className="text-text-2">Arrives</dt>
            <dd>{formatDay(shipment.delivery_date.slice(0, 10))}</dd>
          </>
        )}
      </dl>
      <p className="text-text-2">
        Drop off by {formatDay(shipment.shipping_date.slice(0, 10))} at any {shipment.carrier} location.
      </p>
      <div className="mt-5 grid justify-items-start gap-4 rounded-card border border-line bg-surface p-4">
        <Segmented legend="Paper" value={paper} onChange={choosePaper} options={LABEL_PAPERS} />
        <div className="flex flex-wrap gap-3">
          <Button ref={printButton} loading={printing} onClick={() => void print()}>
            <Icon of={Printer} className="size-4" />
            Print
          </Button>
          <Button variant="secondary" loading={loading} onClick={() => void download('pdf')}>
            <Icon of={Download} className="size-4" />
            Download PDF
          </Button>
          {canEmail && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEmailing(true)}>
              <Icon of={Mail} className="size-4" />
              Email label
            </Button>
          )}
          {formats.includes('png') && (
            <Button variant="ghost" onClick={() => void download('png')}>
              Download PNG
            </Button>
          )}
          {formats.includes('zpl') && (
            <Button variant="ghost" onClick={() => void download('zpl')}>
              Download ZPL
            </Button>
          )}
        </div>
        <TestLabelOffer paper={paper} onDismiss={() => printButton.current?.focus()} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onAnother}>
          {WIZARD.createAnother}
        </Button>
        <Button variant="secondary" onClick={() => void navigate(PAGES.shippingHistory)}>
          {WIZARD.viewHistory}
        </Button>
      </div>
      {emailing && (
        <EmailLabelDialog
          shipmentId={file.id}
          paper={paper}
          ownEmail={session.status === 'confirmed' ? session.user.email : ''}
          onClose={() => setEmailing(false)}
        />
      )}
    </section>
  );
}
