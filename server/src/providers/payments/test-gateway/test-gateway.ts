import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import type { ConfirmTestPaymentAnswer, ConfirmTestPaymentBody } from '@lading/contract/test-gateway.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newSecret } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import {
  CANNOT_SAVE_CARD,
  type Intent,
  type IntentOrder,
  type IntentRefusal,
  type PaymentProvider,
  type RefundAnswer,
  type RefundOrder,
} from '../port.ts';
import type { CardJournal } from './card-journal.ts';
import { confirmStep, finishStep, isOpen } from './confirm-step.ts';
import { EventDelivery, type EventListener } from './event-delivery.ts';
import type {
  EventKind,
  GatewayJournal,
  IntentChange,
  NewEvent,
  OpenIntent,
  StoredIntent,
  StoredRefund,
} from './gateway-journal.ts';
import { isSame, newGatewayId, toIntent } from './gateway-parts.ts';
import type { MovementJournal } from './movement-journal.ts';
import { StoredCardCharges } from './stored-card-charges.ts';
import { type GatewayFees, movementOfRefund, movementsOfCharge, TestBalance } from './test-balance.ts';

interface GatewayJournals {
  journal: GatewayJournal;
  cardJournal: CardJournal;
  movementJournal: MovementJournal;
}

/** A payment provider for published test cards, without real money. */
export class TestGateway implements PaymentProvider {
  readonly name = 'test';
  readonly live = false;
  readonly records = null;
  readonly cards: StoredCardCharges;
  readonly balance: TestBalance;
  /** For tests: while true, a charge stays in processing until `finishProcessing`. */
  holdCharges = false;
  readonly #journal: GatewayJournal;
  readonly #cardJournal: CardJournal;
  readonly #clock: Clock;
  readonly #fees: GatewayFees;
  readonly #delivery: EventDelivery;

  constructor(
    { journal, cardJournal, movementJournal }: GatewayJournals,
    clock: Clock,
    log: Log,
    fees: GatewayFees,
  ) {
    this.#fees = fees;
    this.balance = new TestBalance(movementJournal, clock);
    this.#journal = journal;
    this.#cardJournal = cardJournal;
    this.#clock = clock;
    this.#delivery = new EventDelivery(journal, clock, log);
    this.cards = new StoredCardCharges({
      journal,
      cards: cardJournal,
      clock,
      step: (intentId, decide) => this.#step(intentId, decide),
      holdCharges: () => this.holdCharges,
    });
  }

  async createIntent(order: IntentOrder): Promise<Intent | IntentRefusal> {
    const { key, amountCents, currency, description, saveFor = null } = order;
    const { min, max } = PAYMENT_CENTS;
    if (!Number.isInteger(amountCents) || amountCents < min || amountCents > max) {
      return { status: 'refused', text: `A payment must be a whole number of cents from ${min} to ${max}.` };
    }
    if (saveFor !== null && !(await this.#cardJournal.hasCustomer(saveFor)))
      return { status: 'refused', text: CANNOT_SAVE_CARD };
    const intentId = newGatewayId('pi');
    const stored = await this.#journal.addIntent({
      intentId,
      key,
      clientSecret: `${intentId}_secret_${newSecret()}`,
      amountCents,
      currency,
      description,
      status: 'requires_payment_method',
      lastError: null,
      createdAt: this.#clock.now(),
      customerId: saveFor,
      methodId: null,
      savesCard: saveFor !== null,
    });
    if (stored.amountCents !== amountCents)
      throw new Error(`Payment key ${key} was reused with another amount`);
    return toIntent(stored);
  }

  async findIntent(key: string): Promise<Intent | null> {
    const stored = await this.#journal.findIntentByKey(key);
    return stored && toIntent(stored);
  }

  async readIntent(intentId: string): Promise<Intent | null> {
    const stored = await this.#journal.findIntent(intentId);
    return stored && toIntent(stored);
  }

  async cancelIntent(intentId: string): Promise<Intent> {
    const left = await this.#step(intentId, (intent) =>
      isOpen(intent)
        ? {
            change: { status: 'canceled' },
            events: ['payment_intent.canceled'],
            answer: { ...intent, status: 'canceled' as const },
          }
        : { events: [], answer: intent },
    );
    if (!left) throw new Error(`Payment intent ${intentId} does not exist`);
    return toIntent(left);
  }

  /** Called by the browser. Null when the intent does not exist or the secret is wrong. */
  async confirm(intentId: string, body: ConfirmTestPaymentBody): Promise<ConfirmTestPaymentAnswer | null> {
    const stored = body.methodId === undefined ? null : await this.#storedCardFor(intentId, body.methodId);
    return this.#step(intentId, (intent) => {
      if (!isSame(intent.clientSecret, body.clientSecret)) return { events: [], answer: null };
      const { holdCharges } = this;
      return confirmStep(intent, body, { now: this.#clock.now(), holdCharges, stored });
    });
  }

  async refund(order: RefundOrder): Promise<RefundAnswer> {
    if (!Number.isSafeInteger(order.amountCents) || order.amountCents <= 0) {
      return { outcome: 'refused', text: 'A refund must be a whole number of cents above zero.' };
    }
    const refund = await this.#change(order.intentId, async (open) => {
      const earlier = await open.findRefund(order.key);
      if (earlier) return sameRefund(earlier, order);
      const refusal = refundRefusal(open.intent, order.amountCents);
      const made = { ...order, refundId: newGatewayId('re'), refusal, createdAt: this.#clock.now() };
      await open.addRefund(made);
      if (refusal === null) {
        const refundedCents = open.intent.refundedCents + order.amountCents;
        await this.#record(open, { refundedCents }, ['charge.refunded']);
        await open.addMovement(movementOfRefund(order.key, order.amountCents, made.createdAt));
      }
      return made;
    });
    return refund ? toRefundAnswer(refund) : { outcome: 'refused', text: 'There is no such payment.' };
  }

  async findRefund(intentId: string, key: string): Promise<RefundAnswer | null> {
    const stored = await this.#journal.findRefund(intentId, key);
    return stored && toRefundAnswer(stored);
  }

  /** Ends a charge that `holdCharges` held. */
  async finishProcessing(intentId: string, outcome: 'succeeded' | 'failed'): Promise<void> {
    await this.#step(intentId, (intent) => {
      const step = finishStep(intent, outcome, this.#clock.now());
      if (!step?.change) throw new Error(`${intentId} is not in processing`);
      return step;
    });
  }

  /** Reports every stored change at least once. */
  onEvent(listener: EventListener): void {
    this.#delivery.listen(listener);
  }

  /** Retries undelivered events; called by a periodic job. */
  deliverPending(): Promise<number> {
    return this.#delivery.deliverPending();
  }

  /** Resolves when no delivery is running. Await it before closing the journal. */
  idle(): Promise<void> {
    return this.#delivery.idle();
  }

  async #storedCardFor(intentId: string, methodId: string) {
    const customerId = (await this.#journal.findIntent(intentId))?.customerId;
    return customerId ? this.#cardJournal.findCard(customerId, methodId) : null;
  }

  async #change<T>(intentId: string, work: (open: OpenIntent) => Promise<T>): Promise<T | null> {
    const changed = await this.#journal.changeIntent(intentId, work);
    if (!changed) return null;
    this.#delivery.deliverSoon(changed.events);
    return changed.answer;
  }

  async #step<T>(
    intentId: string,
    decide: (intent: StoredIntent) => { change?: IntentChange; events: EventKind[]; answer: T },
  ): Promise<T | null> {
    const changed = await this.#journal.stepIntent(intentId, (intent) => {
      const { change, events, answer } = decide(intent);
      return {
        change,
        events: this.#newEvents(events),
        movements: this.#movementsOf(intent, change),
        answer,
      };
    });
    if (!changed) return null;
    this.#delivery.deliverSoon(changed.events);
    return changed.answer;
  }

  #movementsOf(intent: StoredIntent, change: IntentChange | undefined) {
    if (change?.status !== 'succeeded') return [];
    const isDisputed = change.disputedAt !== undefined;
    return movementsOfCharge(intent, { isDisputed, fees: this.#fees, now: this.#clock.now() });
  }

  async #record(open: OpenIntent, change: IntentChange, events: EventKind[]): Promise<void> {
    await open.update(change);
    for (const event of this.#newEvents(events)) await open.addEvent(event);
  }

  #newEvents(kinds: EventKind[]): NewEvent[] {
    const createdAt = this.#clock.now();
    const dueAt = this.#delivery.leaseEnd();
    return kinds.map((kind) => ({ eventId: newGatewayId('evt'), kind, createdAt, dueAt }));
  }
}

const toRefundAnswer = ({ refundId, refusal }: StoredRefund): RefundAnswer =>
  refusal === null ? { outcome: 'succeeded', refundId } : { outcome: 'refused', text: refusal };

/** A refusal would deny the refund that exists under this key. */
function sameRefund(earlier: StoredRefund, order: RefundOrder): StoredRefund {
  if (earlier.intentId === order.intentId && earlier.amountCents === order.amountCents) return earlier;
  throw new Error(`Refund key ${order.key} was reused with another payment or amount`);
}

function refundRefusal(intent: StoredIntent, amountCents: number): string | null {
  if (intent.status !== 'succeeded') return 'This payment was not made, so it cannot be refunded.';
  const left = intent.amountCents - intent.refundedCents;
  return amountCents > left
    ? `Only ${left} of ${intent.amountCents} cents of this payment can still be refunded.`
    : null;
}
