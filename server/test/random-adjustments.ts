import { dateIn } from '@lading/contract/calendar-date.ts';
import { changeClientPolicy } from '../src/domains/adjustments/adjustment-policies.ts';
import { decideDispute } from '../src/domains/adjustments/decide-dispute.ts';
import { disputeAdjustment } from '../src/domains/adjustments/dispute-adjustment.ts';
import { importInvoice } from '../src/domains/adjustments/import-invoice.ts';
import type { Actor } from '../src/platform/actor.ts';
import { type FedexRow, fedexFile, nextInvoice, type UpsCharge, upsFile } from './carrier-invoices.ts';
import type { RandomChoices } from './random-choices.ts';
import type { FaultyApp } from './shipping.ts';

const NOWHERE = { ip: null, requestId: null };
const SHIPMENTS_PER_INVOICE = 6;
const FILES_TO_REPEAT = 20;

interface Bought {
  carrier: string;
  tracking_number: string | null;
  actual_cost_cents: number | null;
}

/** What the carrier bills for one shipment in addition to the booked cost. */
interface Charges {
  tracking: string;
  /** Negative for a credit. */
  freightCents: number | null;
  /** Surcharges, or credits if negative. */
  others: readonly number[];
}

/** Carrier invoices with random differences, the clients' policies, and disputes. */
export class RandomAdjustments {
  readonly #faulty: FaultyApp;
  readonly #choices: RandomChoices;
  readonly #users: readonly string[];
  readonly #admin: Actor;
  readonly #imported: string[] = [];

  constructor(faulty: FaultyApp, choices: RandomChoices, users: readonly string[], adminId: string) {
    this.#faulty = faulty;
    this.#choices = choices;
    this.#users = users;
    this.#admin = { userId: adminId, role: 'admin', staffRole: 'owner', ...NOWHERE };
  }

  operations(): (() => Promise<string | undefined>)[] {
    return [
      () => this.#importInvoice(),
      () => this.#importInvoice(),
      () => this.#creditLabel(),
      () => this.#importAgain(),
      () => this.#changePolicy(),
      () => this.#dispute(),
      () => this.#decide(),
    ];
  }

  async #importInvoice(): Promise<string | undefined> {
    const bought = await this.#boughtLabels([this.#user(), this.#user()], SHIPMENTS_PER_INVOICE);
    if (bought.length === 0) return undefined;
    const carrier = bought[0]?.carrier ?? '';
    const charges = bought.filter((one) => one.carrier === carrier).map((one) => this.#chargesFor(one));
    const client = await this.#importNew(carrier, charges);
    return client < 0 ? 'credited an adjustment' : client > 0 ? 'passed an adjustment on' : 'imported';
  }

  /** The carrier credits a label, which may be voided before, later or never. */
  async #creditLabel(): Promise<string | undefined> {
    const [label] = await this.#boughtLabels([this.#user()], 1);
    if (!label?.actual_cost_cents) return undefined;
    const cents = this.#choices.happens(0.8)
      ? label.actual_cost_cents
      : this.#choices.upTo(label.actual_cost_cents);
    const tracking = label.tracking_number ?? '';
    await this.#importNew(label.carrier, [{ tracking, freightCents: -cents, others: [] }]);
    return 'credited a label';
  }

  /** Returns what clients pay. */
  async #importNew(carrier: string, charges: readonly Charges[]): Promise<number> {
    const date = dateIn('UTC', this.#faulty.test.clock.now());
    const text = fileOf(carrier, nextInvoice(), date, charges);
    // Sometimes two admins import the same file at the same time.
    const copies = this.#choices.happens(0.2) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => this.#import(text)));
    this.#imported.push(text);
    if (this.#imported.length > FILES_TO_REPEAT) this.#imported.shift();
    return answers.reduce((sum, { client }) => sum + client, 0);
  }

  /** A second import of a file changes nothing, unless lines were waiting for a void. */
  async #importAgain(): Promise<string | undefined> {
    const text = this.#choices.pick(this.#imported);
    if (text === undefined) return undefined;
    const areWaiting = await this.#hasUnbookedLines();
    const { changed, newLines } = await this.#import(text);
    if (newLines > 0 || (changed && !areWaiting))
      throw new Error(`A second import changed something: ${text}`);
    return 'imported again';
  }

  #import(text: string) {
    return importInvoice(this.#faulty.test.deps, this.#admin, {
      fileName: 'invoice.csv',
      contentType: 'text/csv',
      bytes: Buffer.from(text),
    });
  }

  #hasUnbookedLines = async (): Promise<boolean> =>
    (await this.#faulty.test.deps.db
      .selectFrom('carrier_invoice_lines')
      .select('id')
      .where('booked_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  /** The newest ones. */
  #boughtLabels(users: readonly string[], limit: number): Promise<Bought[]> {
    return this.#faulty.test.deps.db
      .selectFrom('shipments')
      .select(['carrier', 'tracking_number', 'actual_cost_cents'])
      .where('user_id', 'in', users)
      .where('purchased_at', 'is not', null)
      .orderBy('purchased_at', 'desc')
      .limit(limit)
      .execute();
  }

  #chargesFor({ tracking_number: tracking, actual_cost_cents: cost }: Bought): Charges {
    const more = this.#choices.pick([0, 0, this.#choices.upTo(1_500), -this.#choices.upTo(300)]) ?? 0;
    const freightCents = this.#choices.happens(0.3) ? null : Math.max(1, (cost ?? 0) + more);
    const charge = () => this.#choices.upTo(3_000);
    const others = this.#choices.pick([[], [charge()], [-charge()], [charge(), -charge()]]) ?? [];
    return { tracking: tracking ?? '', freightCents, others };
  }

  async #changePolicy(): Promise<string> {
    const policy = {
      mode: this.#choices.pick(['pass_on', 'pass_on', 'absorb'] as const) ?? 'pass_on',
      threshold: this.#choices.pick([0, 50, this.#choices.upTo(1_000)]) ?? 0,
      fee: this.#choices.pick([0, this.#choices.upTo(200)]) ?? 0,
    };
    const own = this.#choices.happens(0.8) ? policy : null;
    await changeClientPolicy(this.#faulty.test.deps, this.#admin, this.#user(), own);
    return own ? `policy: ${policy.mode}` : 'policy: default';
  }

  async #dispute(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const userId = this.#user();
    const adjustment = await deps.db
      .selectFrom('adjustments')
      .select('id')
      .where('user_id', '=', userId)
      .where('client_cents', '>', 0)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!adjustment) return undefined;
    const client = { userId, role: 'client', ...NOWHERE } as const;
    await disputeAdjustment(deps, client, adjustment.id, { reason: 'The scale was wrong.' });
    return 'disputed an adjustment';
  }

  async #decide(): Promise<string | undefined> {
    const { deps } = this.#faulty.test;
    const open = await deps.db
      .selectFrom('adjustment_disputes')
      .select('adjustment_id')
      .where('state', 'in', ['open', 'sent'])
      .limit(10)
      .execute();
    const dispute = this.#choices.pick(open);
    if (!dispute) return undefined;
    const state = this.#choices.pick(['sent', 'won', 'won', 'lost', 'expired'] as const) ?? 'won';
    await decideDispute(deps, this.#admin, dispute.adjustment_id, { state });
    return `dispute of an adjustment ${state}`;
  }

  #user = (): string => this.#choices.pick(this.#users) ?? '';
}

function fileOf(carrier: string, number: string, date: string, charges: readonly Charges[]): string {
  if (carrier === 'UPS') return upsFile({ number, date }, charges.flatMap(upsCharges));
  if (carrier === 'FedEx') return fedexFile({ number, date }, charges.map(fedexRow));
  return plainFile(carrier, number, date, charges);
}

const upsCharges = ({ tracking, freightCents, others }: Charges): UpsCharge[] => [
  ...(freightCents === null ? [] : [{ tracking, cents: freightCents }]),
  ...others.map((cents) => ({
    tracking,
    cents,
    category: 'ADJ',
    detail: 'RADJ',
    description: 'Shipping Charge Correction',
  })),
];

const fedexRow = ({ tracking, freightCents, others }: Charges): FedexRow => ({
  tracking,
  freightCents: freightCents ?? 0,
  charges: others.map((cents) => ['Address Correction', cents] as const),
});

const plainFile = (carrier: string, number: string, date: string, charges: readonly Charges[]): string =>
  [
    'carrier,invoice_number,invoice_date,tracking_number,kind,amount',
    ...charges
      .flatMap(({ tracking, freightCents, others }) => [
        ...(freightCents === null ? [] : [`${tracking},charge,${freightCents / 100}`]),
        ...others.map((cents) => `${tracking},adjustment,${cents / 100}`),
      ])
      .map((cells) => `${carrier},${number},${date},${cells}`),
  ].join('\n');
