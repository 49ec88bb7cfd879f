import { PAYMENT_CENTS } from '@lading/contract/payments.ts';
import type { ConfirmTestPaymentAnswer, ConfirmTestPaymentBody } from '@lading/contract/test-gateway.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newSecret } from '../../../platform/ids.ts';
import type {
  CardRecord,
  CardSetup,
  ChargeAnswer,
  ChargeOrder,
  CustomerMissing,
  Intent,
  SetupOrder,
  StoredCards,
} from '../port.ts';
import { CARD_ERRORS } from './card-errors.ts';
import type { CardJournal, StoredSetup } from './card-journal.ts';
import { chargeStep, type Step } from './confirm-step.ts';
import type { GatewayJournal, StoredIntent } from './gateway-journal.ts';
import { isSame, newGatewayId, toIntent } from './gateway-parts.ts';
import { setupStep } from './setup-step.ts';

interface ChargeDeps {
  journal: GatewayJournal;
  cards: CardJournal;
  clock: Clock;
  /** Changes an intent and reports its events. */
  step(intentId: string, decide: (intent: StoredIntent) => Step): Promise<unknown>;
  holdCharges(): boolean;
}

/** Customers, saved cards, and charges of saved cards. */
export class StoredCardCharges implements StoredCards {
  readonly #deps: ChargeDeps;

  constructor(deps: ChargeDeps) {
    this.#deps = deps;
  }

  createCustomer(clientId: string, replaces: string | null): Promise<string> {
    const { cards, clock } = this.#deps;
    const key = replaces === null ? clientId : `${clientId}:${replaces}`;
    return cards.addCustomer({ customerId: newGatewayId('cus'), key, createdAt: clock.now() });
  }

  async createSetup({ key, customerId }: SetupOrder): Promise<CardSetup> {
    const { cards, clock } = this.#deps;
    const setupId = newGatewayId('seti');
    const clientSecret = `${setupId}_secret_${newSecret()}`;
    return toSetup(await cards.addSetup({ setupId, key, customerId, clientSecret, createdAt: clock.now() }));
  }

  async readSetup(setupId: string): Promise<CardSetup | null> {
    const stored = await this.#deps.cards.findSetup(setupId);
    return stored && toSetup(stored);
  }

  /** Called by the browser. Null when the setup does not exist or the secret is wrong. */
  confirmSetup(setupId: string, body: ConfirmTestPaymentBody): Promise<ConfirmTestPaymentAnswer | null> {
    const { cards, clock } = this.#deps;
    return cards.changeSetup<ConfirmTestPaymentAnswer | null>(setupId, (setup) =>
      isSame(setup.clientSecret, body.clientSecret)
        ? setupStep(setup, body, { now: clock.now(), newMethodId: newGatewayId('pm') })
        : { answer: null },
    );
  }

  async list(customerId: string): Promise<CardRecord[] | null> {
    const { cards } = this.#deps;
    return (await cards.hasCustomer(customerId)) ? cards.listCards(customerId) : null;
  }

  detach(methodId: string): Promise<void> {
    return this.#deps.cards.detachCard(methodId, this.#deps.clock.now());
  }

  async charge(order: ChargeOrder): Promise<ChargeAnswer> {
    const { key, amountCents, currency, description, customerId, methodId, present } = order;
    const { journal, cards, clock } = this.#deps;
    const { min, max } = PAYMENT_CENTS;
    if (!Number.isInteger(amountCents) || amountCents < min || amountCents > max)
      return declinedWith(
        'amount_invalid',
        `A payment must be a whole number of cents from ${min} to ${max}.`,
      );
    const earlier = await journal.findIntentByKey(key);
    const card = await cards.findCard(customerId, methodId);
    if (!card && !earlier) return declinedWith('payment_method_unknown', CARD_ERRORS.cardGone.message);
    const intentId = newGatewayId('pi');
    const intent = await journal.addIntent({
      intentId,
      key,
      clientSecret: `${intentId}_secret_${newSecret()}`,
      amountCents,
      currency,
      description,
      status: 'requires_payment_method',
      lastError: null,
      createdAt: clock.now(),
      customerId,
      savesCard: false,
      methodId,
    });
    if (intent.amountCents !== amountCents)
      throw new Error(`Payment key ${key} was reused with another amount`);
    if (card && isUntried(intent))
      await this.#deps.step(intent.intentId, (now) =>
        isUntried(now)
          ? chargeStep(card, { now: clock.now(), holdCharges: this.#deps.holdCharges(), present })
          : { events: [], answer: { status: now.status } },
      );
    const charged = await this.#findCharge(customerId, key);
    if (!charged) throw new Error(`Payment intent ${intent.intentId} does not exist`);
    return charged;
  }

  async findCharge(customerId: string, key: string): Promise<ChargeAnswer | CustomerMissing | null> {
    if (!(await this.#deps.cards.hasCustomer(customerId))) return { outcome: 'customer_missing' };
    return this.#findCharge(customerId, key);
  }

  async #findCharge(customerId: string, key: string): Promise<ChargeAnswer | null> {
    const stored = await this.#deps.journal.findIntentByKey(key);
    return stored && stored.customerId === customerId ? answerOf(stored) : null;
  }
}

/** Neither charged nor declined: the process died between the two steps. */
const isUntried = ({ status, declineCode }: StoredIntent) =>
  status === 'requires_payment_method' && declineCode === null;

function answerOf(stored: StoredIntent): ChargeAnswer {
  const intent: Intent = toIntent(stored);
  if (stored.status === 'succeeded' || stored.status === 'processing')
    return { outcome: stored.status, intent };
  if (stored.status === 'requires_action' || stored.declineCode === CARD_ERRORS.authenticationRequired.code)
    return { outcome: 'authentication_required', intent };
  const code = stored.declineCode ?? stored.status;
  return { outcome: 'declined', intent, code, text: stored.lastError ?? CARD_ERRORS.canceledAlready.message };
}

const declinedWith = (code: string, text: string): ChargeAnswer => ({
  outcome: 'declined',
  intent: null,
  code,
  text,
});

const toSetup = ({ setupId, clientSecret, status }: StoredSetup): CardSetup => ({
  setupId,
  clientSecret,
  status: status === 'succeeded' || status === 'canceled' ? status : 'open',
});
