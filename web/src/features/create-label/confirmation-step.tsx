import { WIZARD } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { placeName } from '@lading/contract/place-line.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Download, Mail, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDay } from '../../lib/format-day.ts';
import { LABEL_PAPERS } from '../../lib/label-file.ts';
import { formatsOf } from '../../lib/label-formats.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useRuntimeConfig } from '../../lib/use-runtime-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CustomsDetails } from '../../ui/declaration/customs-details.tsx';
import { DocumentNote, PDF_CHOICES } from '../../ui/declaration/documents.tsx';
import { extrasTexts } from '../../ui/declaration/extras-texts.ts';
import { DetailPart } from '../../ui/details.tsx';
import { Icon } from '../../ui/icon.tsx';
import { groupDigits } from '../../ui/label/label-data.ts';
import { TestLabelOffer } from '../../ui/label/test-label.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { COPY } from './copy.ts';
import { EmailLabelDialog } from './email-label-dialog.tsx';
import { useLabelFiles } from './use-label-files.ts';
import type { Transaction } from './use-transaction.ts';

interface ConfirmationStepProps {
  shipment: Transaction;
  onAnother: () => void;
}

export function ConfirmationStep({ shipment, onAnother }: ConfirmationStepProps) {
  const navigate = useNavigate();
  const documents = shipment.documents ?? [];
  const files = useLabelFiles({
    id: shipment.shipment_id,
    trackingNumber: shipment.tracking_number,
    hasDocuments: documents.length > 0,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useShortcuts([
    { keys: 'p', label: 'Print the label', run: () => void files.print() },
    { keys: 'd', label: 'Download the label (PDF)', run: () => void files.download('pdf') },
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
      <Facts shipment={shipment} />
      <p className="text-text-2">
        {COPY.label.dropOff(formatDay(shipment.shipping_date.slice(0, 10)), shipment.carrier)}
      </p>
      <LabelActions shipment={shipment} files={files} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onAnother}>
          {WIZARD.createAnother}
        </Button>
        <Button variant="secondary" onClick={() => void navigate(PAGES.shippingHistory)}>
          {WIZARD.viewHistory}
        </Button>
      </div>
      {shipment.customs && (
        <div className="mt-8">
          <DetailPart title="Customs">
            <CustomsDetails customs={shipment.customs} />
          </DetailPart>
        </div>
      )}
    </section>
  );
}

function Facts({ shipment }: { shipment: Transaction }) {
  const extras = shipment.extras ? extrasTexts(shipment.extras) : [];
  return (
    <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 py-4">
      <dt className="text-text-2">Service</dt>
      <dd>
        {shipment.carrier} {shipment.serviceName}
      </dd>
      <dt className="text-text-2">Paid</dt>
      <dd>{formatMoney(centsOf(shipment.cost))}</dd>
      <dt className="text-text-2">To</dt>
      <dd className="wrap-anywhere">
        {shipment.recipient.fullName}, {placeName(shipment.recipient)}
      </dd>
      {shipment.delivery_date && (
        <>
          <dt className="text-text-2">Arrives</dt>
          <dd>{formatDay(shipment.delivery_date.slice(0, 10))}</dd>
        </>
      )}
      {extras.length > 0 && (
        <>
          <dt className="text-text-2">Extras</dt>
          <dd>{extras.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

interface LabelActionsProps {
  shipment: Transaction;
  files: ReturnType<typeof useLabelFiles>;
}

function LabelActions({ shipment, files }: LabelActionsProps) {
  const session = useSession();
  const canEmail = useRuntimeConfig()?.emailsLabels ?? false;
  const [emailing, setEmailing] = useState(false);
  const printButton = useRef<HTMLButtonElement>(null);
  const formats = formatsOf(shipment);
  return (
    <div className="mt-5 grid justify-items-start gap-4 rounded-card border border-line bg-surface p-4">
      <Segmented legend="Paper" value={files.paper} onChange={files.choosePaper} options={LABEL_PAPERS} />
      {shipment.documents && shipment.documents.length > 0 && (
        <>
          <Segmented
            legend="Include"
            value={files.content}
            onChange={files.setContent}
            options={PDF_CHOICES}
          />
          <DocumentNote documents={shipment.documents} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={printButton} loading={files.printing} onClick={() => void files.print()}>
          <Icon of={Printer} className="size-4" />
          Print
        </Button>
        <Button variant="secondary" loading={files.downloading} onClick={() => void files.download('pdf')}>
          <Icon of={Download} className="size-4" />
          Download PDF
        </Button>
        {canEmail && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setEmailing(true)}>
            <Icon of={Mail} className="size-4" />
            Email label
          </Button>
        )}
        {(['png', 'zpl'] as const)
          .filter((format) => formats.includes(format))
          .map((format) => (
            <Button key={format} variant="ghost" onClick={() => void files.download(format)}>
              Download {format.toUpperCase()}
            </Button>
          ))}
      </div>
      <TestLabelOffer paper={files.paper} onDismiss={() => printButton.current?.focus()} />
      {emailing && (
        <EmailLabelDialog
          shipmentId={shipment.shipment_id}
          paper={files.paper}
          ownEmail={session.status === 'confirmed' ? session.user.email : ''}
          onClose={() => setEmailing(false)}
        />
      )}
    </div>
  );
}
