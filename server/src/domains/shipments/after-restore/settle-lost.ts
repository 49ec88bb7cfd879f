import { formatMoney } from '@lading/contract/money.ts';
import { refundLostPayment, reportLostPayment } from '../../payments/catch-up-payments.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import type { CaughtUp } from './catch-up.ts';
import { reportLostLabel, voidLostLabel } from './catch-up-labels.ts';

/** How to handle payments and labels that the backup does not contain. */
export type LostAction = 'list' | 'refund' | 'leave';

/**
 * Lists the lost payments and labels, and refunds and voids them if asked to. Each is reported before that: if the command is killed
 * in between, the next run does not find a refunded payment or a voided label.
 */
export async function settleLost(
  deps: ShipmentDeps,
  { payments, labels }: CaughtUp['lost'],
  action: LostAction,
  print: (line: string) => void,
): Promise<void> {
  for (const payment of payments) {
    let outcome = 'not refunded';
    if (action === 'leave') await reportLostPayment(deps, payment, outcome);
    if (action === 'refund') {
      await reportLostPayment(
        deps,
        payment,
        'refund started; check at the payment provider whether it succeeded',
      );
      outcome = await refundLostPayment(deps, payment);
      await reportLostPayment(deps, payment, outcome);
    }
    const { intent, keptCents } = payment;
    print(`  payment ${intent.intentId}: ${formatMoney(keptCents)}, ${intent.status}, ${outcome}`);
  }
  for (const label of labels) {
    let outcome = 'not voided';
    if (action === 'leave') await reportLostLabel(deps, label, outcome);
    if (action === 'refund') {
      await reportLostLabel(deps, label, 'void started; check at the label provider whether it succeeded');
      outcome = await voidLostLabel(deps, label);
      await reportLostLabel(deps, label, outcome);
    }
    print(`  label ${label.trackingNumber}: ${outcome}`);
  }
}
