import type { ClientAdjustment } from '@lading/contract/adjustments.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { amountText } from './adjustment-text.ts';
import { COPY } from './copy.ts';

/** What the client pays, with the fee and what was refunded. */
export const ClientAmount = ({ adjustment: { amount, fee, reversed } }: { adjustment: ClientAdjustment }) => (
  <>
    <span className="num whitespace-nowrap">{amountText(amount)}</span>
    {fee > 0 && (
      <span className="num block text-small text-text-2">{COPY.includesFee(formatMoney(fee))}</span>
    )}
    {reversed > 0 && (
      <span className="num block text-small text-text-2">{COPY.reversed(formatMoney(reversed))}</span>
    )}
  </>
);
