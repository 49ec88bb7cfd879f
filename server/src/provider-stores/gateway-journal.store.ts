import { sql } from 'kysely';
import { type Database, type Handle, type Trx, transaction } from '../platform/db/database.ts';
import { relaxedCommit } from '../platform/db/relaxed-commit.ts';
import type { Row } from '../platform/db/schema.ts';
import type { CardRecord, PaymentEvent } from '../providers/payments/port.ts';
import type {
  Changed,
  GatewayJournal,
  IntentChange,
  IntentStep,
  NewEvent,
  NewIntent,
  OpenIntent,
  StoredIntent,
  StoredRefund,
} from '../providers/payments/test-gateway/gateway-journal.ts';
import type { NewMovement } from '../providers/payments/test-gateway/movement-journal.ts';
import { insertMovements } from './gateway-movements.store.ts';

const INTENT_COLUMNS = [
  'intent_id',
  'key',
  'client_secret',
  'amount_cents',
  'currency',
  'status',
  'last_error',
  'card_brand',
  'card_last4',
  'card_exp_month',
  'card_exp_year',
  'refunded_cents',
  'customer_id',
  'method_id',
  'saves_card',
  'decline_code',
] as const;

export function gatewayJournal(db: Database): GatewayJournal {
  const journal: GatewayJournal = {
    addIntent: async (intent) => {
      const row = await insertIntent(db, intent);
      const kept = row ? toIntent(row) : await journal.findIntentByKey(intent.key);
      if (!kept) throw new Error(`The intent with key ${intent.key} is neither new nor stored`);
      return kept;
    },
    findIntentByKey: async (key) => {
      const row = await selectIntents(db).where('key', '=', key).executeTakeFirst();
      return row ? toIntent(row) : null;
    },
    findIntent: async (intentId) => {
      const row = await selectIntents(db).where('intent_id', '=', intentId).executeTakeFirst();
      return row ? toIntent(row) : null;
    },
    changeIntent: <T>(intentId: string, work: (open: OpenIntent) => Promise<T>) =>
      transaction<Changed<T> | null>(db, async (trx) => {
        const row = await selectIntents(trx).where('intent_id', '=', intentId).forUpdate().executeTakeFirst();
        if (!row) return null;
        const events: PaymentEvent[] = [];
        return { answer: await work(openIntent(trx, toIntent(row), events)), events };
      }),
    stepIntent: (intentId, decide) => stepIntent(db, intentId, decide),
    findRefund: async (intentId, key) => {
      const row = await selectRefunds(db)
        .where('key', '=', key)
        .where('intent_id', '=', intentId)
        .executeTakeFirst();
      return row ? toRefund(row) : null;
    },
    claimEvents: (now, until, limit) => claimEvents(db, now, until, limit),
    markDelivered: async (eventId, now) => {
      await updateEvent(db, eventId, { delivered_at: now });
    },
    releaseEvent: async (eventId, now) => {
      await updateEvent(db, eventId, { due_at: now });
    },
  };
  return journal;
}

const selectIntents = (db: Handle) => db.selectFrom('sandbox.gateway_intents').select(INTENT_COLUMNS);
const selectRefunds = (db: Handle) => db.selectFrom('sandbox.gateway_refunds').selectAll();

function insertIntent(db: Handle, intent: NewIntent) {
  return db
    .insertInto('sandbox.gateway_intents')
    .values({
      intent_id: intent.intentId,
      key: intent.key,
      client_secret: intent.clientSecret,
      amount_cents: intent.amountCents,
      currency: intent.currency,
      description: intent.description,
      status: intent.status,
      last_error: intent.lastError,
      created_at: intent.createdAt,
      customer_id: intent.customerId,
      method_id: intent.methodId,
      saves_card: intent.savesCard,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning([...INTENT_COLUMNS, relaxedCommit(db).as('relaxed')])
    .executeTakeFirst();
}

function openIntent(trx: Trx, intent: StoredIntent, events: PaymentEvent[]): OpenIntent {
  const { intentId } = intent;
  return {
    intent,
    update: async (change) => {
      await trx
        .updateTable('sandbox.gateway_intents')
        .set(toColumns(change))
        .where('intent_id', '=', intentId)
        .execute();
    },
    findRefund: async (key) => {
      const row = await selectRefunds(trx).where('key', '=', key).executeTakeFirst();
      return row ? toRefund(row) : null;
    },
    addRefund: async (refund) => {
      await trx
        .insertInto('sandbox.gateway_refunds')
        .values({
          key: refund.key,
          refund_id: refund.refundId,
          intent_id: refund.intentId,
          amount_cents: refund.amountCents,
          reason: refund.reason,
          refusal: refund.refusal,
          created_at: refund.createdAt,
        })
        .execute();
    },
    addMovement: async (movement) => {
      await insertMovements(intentId, [movement], sql.lit(true)).execute(trx);
    },
    addEvent: async ({ eventId, kind, createdAt, dueAt }) => {
      await trx
        .insertInto('sandbox.gateway_events')
        .values({ event_id: eventId, intent_id: intentId, kind, created_at: createdAt, due_at: dueAt })
        .execute();
      events.push(
        toEvent({ event_id: eventId, intent_id: intentId, kind, amount_cents: intent.amountCents }),
      );
    },
  };
}

/** More attempts than concurrent calls for one intent ever need. */
const MAX_STEP_TRIES = 20;

/** Reads the intent without a lock, and writes only if it is still the same. */
async function stepIntent<T>(
  db: Handle,
  intentId: string,
  decide: (intent: StoredIntent) => IntentStep<T>,
): Promise<Changed<T> | null> {
  for (let attempt = 1; attempt <= MAX_STEP_TRIES; attempt += 1) {
    const row = await selectIntents(db).where('intent_id', '=', intentId).executeTakeFirst();
    if (!row) return null;
    const intent = toIntent(row);
    const { change, events, movements, answer } = decide(intent);
    if (change === undefined) return { answer, events: [] };
    if (await applyStep(db, intent, change, events, movements))
      return {
        answer,
        events: events.map(({ eventId, kind }) =>
          toEvent({ event_id: eventId, intent_id: intentId, kind, amount_cents: intent.amountCents }),
        ),
      };
  }
  throw new Error(`Payment intent ${intentId} keeps changing`);
}

/** False, with nothing written, when the intent has changed since it was read. */
async function applyStep(
  db: Handle,
  { intentId, status, refundedCents, card, declineCode }: StoredIntent,
  change: IntentChange,
  events: readonly NewEvent[],
  movements: readonly NewMovement[],
): Promise<boolean> {
  const rows = events.map(({ eventId, kind, createdAt, dueAt }) => ({
    event_id: eventId,
    kind,
    created_at: createdAt,
    due_at: dueAt,
  }));
  const changed = await db
    .with('changed', (cte) =>
      cte
        .updateTable('sandbox.gateway_intents')
        .set(toColumns(change))
        .where('intent_id', '=', intentId)
        .where('status', '=', status)
        .where('refunded_cents', '=', refundedCents)
        .where(sql<boolean>`card_last4 IS NOT DISTINCT FROM ${card?.last4 ?? null}`)
        .where(sql<boolean>`decline_code IS NOT DISTINCT FROM ${declineCode}`)
        .returning(['intent_id', 'customer_id', sql<Date>`now()`.as('changed_at')]),
    )
    .with('attached', (cte) =>
      cte
        .insertInto('sandbox.gateway_cards')
        .columns(['method_id', 'customer_id', 'brand', 'last4', 'exp_month', 'exp_year', 'created_at'])
        .expression(attachedCard(change.attach)),
    )
    .with('reported', (cte) =>
      cte
        .insertInto('sandbox.gateway_events')
        .columns(['event_id', 'intent_id', 'kind', 'created_at', 'due_at'])
        .expression(sql`
          SELECT e.event_id, changed.intent_id, e.kind, e.created_at, e.due_at
          FROM changed, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(event_id text, kind text, created_at timestamptz, due_at timestamptz)`),
    )
    .with(
      'moved',
      () => sql<object>`(${insertMovements(intentId, movements, sql`EXISTS (SELECT FROM changed)`)})`,
    )
    .selectFrom('changed')
    .select('intent_id')
    .executeTakeFirst();
  return changed !== undefined;
}

const attachedCard = (card: CardRecord | undefined) => sql`
  SELECT ${card?.methodId ?? null}::text, changed.customer_id, ${card?.brand ?? null}::text, ${card?.last4 ?? null}::text,
         ${card?.expMonth ?? null}::integer, ${card?.expYear ?? null}::integer, changed.changed_at
  FROM changed WHERE ${card !== undefined}`;

/** Skips events that another process is claiming right now. */
async function claimEvents(db: Handle, now: Date, until: Date, limit: number): Promise<PaymentEvent[]> {
  const rows = await db
    .updateTable('sandbox.gateway_events')
    .set({ due_at: until })
    .where('seq', 'in', (inner) =>
      inner
        .selectFrom('sandbox.gateway_events')
        .select('seq')
        .where('delivered_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('seq')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning((eb) => [
      'seq',
      'event_id',
      'intent_id',
      'kind',
      eb
        .selectFrom('sandbox.gateway_intents as i')
        .select('i.amount_cents')
        .whereRef('i.intent_id', '=', 'sandbox.gateway_events.intent_id')
        .as('amount_cents'),
    ])
    .$narrowType<{ amount_cents: number }>()
    .execute();
  return rows.toSorted((a, b) => a.seq - b.seq).map(toEvent);
}

/** Like a real provider's, an event about a dispute says what is disputed. */
function toEvent(row: {
  event_id: string;
  intent_id: string;
  kind: string;
  amount_cents: number;
}): PaymentEvent {
  const { event_id: eventId, intent_id: intentId, kind, amount_cents: cents } = row;
  if (kind !== 'charge.dispute.created') return { kind: 'intent', eventId, intentId };
  const disputeId = intentId.replace(/^pi_/, 'dp_');
  return {
    kind: 'dispute',
    eventId,
    intentId,
    dispute: { disputeId, cents, status: 'open', reason: 'fraudulent' },
  };
}

const updateEvent = (db: Handle, eventId: string, change: { delivered_at: Date } | { due_at: Date }) =>
  db
    .updateTable('sandbox.gateway_events')
    .set(change)
    .where('event_id', '=', eventId)
    .returning(relaxedCommit(db).as('relaxed'))
    .execute();

function toColumns({ status, lastError, declineCode, refundedCents, card, disputedAt }: IntentChange) {
  return {
    ...(status !== undefined && { status }),
    ...(lastError !== undefined && { last_error: lastError }),
    ...(refundedCents !== undefined && { refunded_cents: refundedCents }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
    ...(card !== undefined && {
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
      card_exp_month: card?.expMonth ?? null,
      card_exp_year: card?.expYear ?? null,
    }),
    ...(disputedAt !== undefined && { disputed_at: disputedAt }),
  };
}

const toIntent = (
  row: Pick<Row<'sandbox.gateway_intents'>, (typeof INTENT_COLUMNS)[number]>,
): StoredIntent => ({
  intentId: row.intent_id,
  key: row.key,
  clientSecret: row.client_secret,
  amountCents: row.amount_cents,
  currency: row.currency,
  status: row.status,
  lastError: row.last_error,
  ...paidWith(row),
  card: cardIn(row),
  refundedCents: row.refunded_cents,
  customerId: row.customer_id,
  methodId: row.method_id,
  savesCard: row.saves_card,
  declineCode: row.decline_code,
});

const paidWith = ({
  status,
  card_brand: brand,
  card_last4: last4,
}: Pick<Row<'sandbox.gateway_intents'>, 'status' | 'card_brand' | 'card_last4'>) =>
  status === 'succeeded' && brand !== null && last4 !== null ? { paidWith: { brand, last4 } } : {};

/** Intents of earlier versions have no expiration date. */
const cardIn = ({
  card_last4: last4,
  card_exp_month: expMonth,
  card_exp_year: expYear,
}: Pick<Row<'sandbox.gateway_intents'>, 'card_last4' | 'card_exp_month' | 'card_exp_year'>) =>
  last4 === null ? null : { last4, expMonth: expMonth ?? 1, expYear: expYear ?? 2000 };

const toRefund = (row: Row<'sandbox.gateway_refunds'>): StoredRefund => ({
  key: row.key,
  refundId: row.refund_id,
  intentId: row.intent_id,
  amountCents: row.amount_cents,
  reason: row.reason,
  refusal: row.refusal,
  createdAt: row.created_at,
});
