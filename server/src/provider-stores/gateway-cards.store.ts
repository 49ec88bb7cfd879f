import { type Database, type Trx, transaction } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import type { CardRecord } from '../providers/payments/port.ts';
import type {
  CardJournal,
  SetupChange,
  StoredSetup,
} from '../providers/payments/test-gateway/card-journal.ts';

const CARD_COLUMNS = ['method_id', 'brand', 'last4', 'exp_month', 'exp_year'] as const;

export const gatewayCards = (db: Database): CardJournal => ({
  addCustomer: async ({ customerId, key, createdAt }) => {
    await db
      .insertInto('sandbox.gateway_customers')
      .values({ customer_id: customerId, key, created_at: createdAt })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const { customer_id: kept } = await db
      .selectFrom('sandbox.gateway_customers')
      .select('customer_id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return kept;
  },
  hasCustomer: async (customerId) =>
    (await db
      .selectFrom('sandbox.gateway_customers')
      .select('customer_id')
      .where('customer_id', '=', customerId)
      .executeTakeFirst()) !== undefined,
  addSetup: async ({ setupId, key, customerId, clientSecret, createdAt }) => {
    await db
      .insertInto('sandbox.gateway_setups')
      .values({
        setup_id: setupId,
        key,
        customer_id: customerId,
        client_secret: clientSecret,
        status: 'requires_payment_method',
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return toSetup(
      await db
        .selectFrom('sandbox.gateway_setups')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
    );
  },
  findSetup: async (setupId) => {
    const row = await db
      .selectFrom('sandbox.gateway_setups')
      .selectAll()
      .where('setup_id', '=', setupId)
      .executeTakeFirst();
    return row ? toSetup(row) : null;
  },
  changeSetup: <T>(setupId: string, decide: (setup: StoredSetup) => SetupChange<T>) =>
    transaction<T | null>(db, async (trx) => {
      const row = await trx
        .selectFrom('sandbox.gateway_setups')
        .selectAll()
        .where('setup_id', '=', setupId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const change = decide(toSetup(row));
      await applyChange(trx, row, change);
      return change.answer;
    }),
  listCards: async (customerId) => (await selectCards(db, customerId).execute()).map(toCard),
  findCard: async (customerId, methodId) => {
    const row = await selectCards(db, customerId).where('method_id', '=', methodId).executeTakeFirst();
    return row ? toCard(row) : null;
  },
  detachCard: async (methodId, now) => {
    await db
      .updateTable('sandbox.gateway_cards')
      .set({ detached_at: now })
      .where('method_id', '=', methodId)
      .where('detached_at', 'is', null)
      .execute();
  },
});

const selectCards = (db: Database, customerId: string) =>
  db
    .selectFrom('sandbox.gateway_cards')
    .select(CARD_COLUMNS)
    .where('customer_id', '=', customerId)
    .where('detached_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('method_id', 'desc');

async function applyChange(
  trx: Trx,
  { setup_id: setupId, customer_id: customerId }: Row<'sandbox.gateway_setups'>,
  { status, pending, attach }: SetupChange<unknown>,
): Promise<void> {
  if (status === undefined) return;
  if (attach)
    await trx
      .insertInto('sandbox.gateway_cards')
      .values({
        method_id: attach.methodId,
        customer_id: customerId,
        brand: attach.brand,
        last4: attach.last4,
        exp_month: attach.expMonth,
        exp_year: attach.expYear,
        created_at: attach.createdAt,
      })
      .execute();
  await trx
    .updateTable('sandbox.gateway_setups')
    .set({
      status,
      card_last4: pending?.last4 ?? null,
      exp_month: pending?.expMonth ?? null,
      exp_year: pending?.expYear ?? null,
      method_id: attach?.methodId ?? null,
    })
    .where('setup_id', '=', setupId)
    .execute();
}

const toCard = (row: Pick<Row<'sandbox.gateway_cards'>, (typeof CARD_COLUMNS)[number]>): CardRecord => ({
  methodId: row.method_id,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
});

function toSetup(row: Row<'sandbox.gateway_setups'>): StoredSetup {
  const { card_last4: last4, exp_month: expMonth, exp_year: expYear } = row;
  return {
    setupId: row.setup_id,
    key: row.key,
    customerId: row.customer_id,
    clientSecret: row.client_secret,
    status: row.status,
    pending: last4 === null || expMonth === null || expYear === null ? null : { last4, expMonth, expYear },
  };
}
