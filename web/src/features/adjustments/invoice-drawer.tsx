import {
  type CarrierInvoiceAnswer,
  INVOICE_LAYOUT_NAMES,
  type InvoiceLayout,
} from '@lading/contract/carrier-invoices.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { formatFullDay } from '../../lib/format-day.ts';
import { amountText } from '../../ui/adjustments/adjustment-text.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx';
import { Missing } from '../../ui/missing.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { useInvoice } from './adjustment-calls.ts';
import { COPY } from './copy.ts';
import { Total } from './invoice-list.tsx';
import { UnmatchedList } from './unmatched-table.tsx';

const { invoices: copy } = COPY;

export function InvoiceDrawer(props: { id: string; onClose: () => void }) {
  return (
    <LoadedDrawer {...props} title={copy.drawer} loadFailed={copy.loadOneFailed} useLoaded={useInvoice}>
      {({ invoice, unmatched }) => <Details invoice={invoice} unmatched={unmatched} />}
    </LoadedDrawer>
  );
}

function Details({ invoice, unmatched }: CarrierInvoiceAnswer) {
  return (
    <div className="grid gap-6">
      <div className="rule-heavy grid gap-3 pt-4">
        <p className="text-h3 wrap-anywhere">{invoice.invoiceNumber}</p>
        {invoice.state === 'booking' && <InlineAlert tone="info">{copy.bookingHint}</InlineAlert>}
        <InvoiceFacts invoice={invoice} />
        {invoice.adjustments > 0 && (
          <Link
            to={`${PAGES.adminAdjustments}?invoiceId=${invoice.id}`}
            className={`${buttonClass({ variant: 'secondary', size: 'sm' })} justify-self-start`}
          >
            {copy.viewAdjustments}
          </Link>
        )}
      </div>
      <DetailPart title={copy.unmatchedLines}>
        {unmatched.length === 0 ? (
          <p className="text-text-2">{copy.allMatched}</p>
        ) : (
          <>
            {unmatched.length < invoice.unmatchedLines && (
              <p className="text-text-2">{COPY.import.first(unmatched.length, invoice.unmatchedLines)}</p>
            )}
            <UnmatchedList lines={unmatched} />
          </>
        )}
      </DetailPart>
    </div>
  );
}

const InvoiceFacts = ({ invoice }: Pick<CarrierInvoiceAnswer, 'invoice'>) => (
  <Facts>
    <Fact name={copy.carrier}>{invoice.carrier}</Fact>
    <Fact name={copy.accountField}>{invoice.account || <Missing />}</Fact>
    <Fact name={copy.date}>{formatFullDay(invoice.invoiceDate)}</Fact>
    <Fact name={copy.layout}>{INVOICE_LAYOUT_NAMES[invoice.layout as InvoiceLayout] ?? invoice.layout}</Fact>
    <Fact name={copy.file}>{invoice.fileName}</Fact>
    <Fact name={copy.lines}>{formatCount(invoice.lines)}</Fact>
    <Fact name={copy.total}>
      <Total {...invoice} />
    </Fact>
    <Fact name={copy.adjustments}>{formatCount(invoice.adjustments)}</Fact>
    <Fact name={copy.billed}>{amountText(invoice.billed)}</Fact>
    <Fact name={copy.importedBy}>{invoice.importedBy ?? <Missing />}</Fact>
    <Fact name={copy.importedAt}>
      <OperatorMoment iso={invoice.importedAt} />
    </Fact>
  </Facts>
);
