import { chargeStoredCard } from '../payments/charge-stored-card.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import type { TopUpPayment } from '../payments/top-up-payments.ts';
import { noteFailure } from './charge-failures.ts';
import { selectCardById } from './stored-cards.store.ts';

/** Charges the stored card of a top-up. Throws when the outcome is unknown; the sweep then repeats it. */
export async function chargeTopUp(deps: PaymentDeps, payment: TopUpPayment): Promise<TopUpPayment> {
  const card = payment.card_id === null ? undefined : await selectCardById(deps.db, payment.card_id);
  const charged = await chargeStoredCard(deps, payment, {
    methodId: card?.method_id ?? null,
    onFailure: (trx, failure) => noteFailure(trx, deps, payment, failure),
  });
  if (charged.status === 'succeeded')
    deps.log.info(
      { event: 'top_up.charged', paymentId: payment.id, automatic: payment.automatic },
      'A stored card was charged for a top-up',
    );
  return charged;
}
