import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { relaxedCommit } from '../platform/db/relaxed-commit.ts';
import type { Row } from '../platform/db/schema.ts';
import { groupCalls } from '../platform/grouped-calls.ts';
import type {
  CarrierJournal,
  JournalEntry,
  Journey,
} from '../providers/label-providers/builtin/carrier-journal.ts';

type Purchase = Row<'sandbox.carrier_purchases'>;

const JOURNEY_COLUMNS = [
  'transaction_id',
  'tracking_number',
  'carrier',
  'service',
  'ship_date',
  'delivery_date',
  'transit_days',
  'origin',
  'destination',
  'bought_at',
  'voided_at',
] as const;
const PURCHASE_COLUMNS = [
  'key',
  'order_hash',
  'cost_cents',
  'label_format',
  'label_bytes',
  'document_kind',
  'document_bytes',
] as const;

/** The records of the built-in label provider, in the schema `sandbox`. Each call is at most one statement. */
export function carrierJournal(db: Database): CarrierJournal {
  const serials: number[] = [];
  let reserving: Promise<void> | null = null;
  const journeys = () => db.selectFrom('sandbox.carrier_purchases').select(JOURNEY_COLUMNS);

  const journal: CarrierJournal = {
    async reserveSerial() {
      const serial = serials.pop();
      if (serial !== undefined) return serial;
      reserving ??= reserveSerials(db)
        .then((reserved) => {
          serials.push(...reserved);
        })
        .finally(() => {
          reserving = null;
        });
      await reserving;
      return journal.reserveSerial();
    },

    add: groupCalls({
      maxSize: MAX_PURCHASES_AT_ONCE,
      one: async (entry) => (await insertPurchases(db, [entry])).has(entry.key),
      all: async (entries) => {
        const keys = new Set(entries.map(({ key }) => key));
        if (keys.size < entries.length) return null;
        const added = await insertPurchases(db, entries);
        return entries.map(({ key }) => added.has(key));
      },
    }),

    async findByKey(key) {
      const row = await journeys().select(PURCHASE_COLUMNS).where('key', '=', key).executeTakeFirst();
      return row ? entryOf(row) : null;
    },

    async findByTransaction(transactionId) {
      const row = await journeys().where('transaction_id', '=', transactionId).executeTakeFirst();
      return row ? journeyOf(row) : null;
    },

    async findByTrackingNumber(trackingNumber) {
      const row = await journeys().where('tracking_number', '=', trackingNumber).executeTakeFirst();
      return row ? journeyOf(row) : null;
    },

    async markVoided(transactionId, at) {
      await db
        .updateTable('sandbox.carrier_purchases')
        .set({ voided_at: at })
        .where('transaction_id', '=', transactionId)
        .where('voided_at', 'is', null)
        .execute();
    },
  };
  return journal;
}

const MAX_PURCHASES_AT_ONCE = 16;

/** The keys of the purchases that were new. */
async function insertPurchases(db: Database, entries: readonly JournalEntry[]): Promise<Set<string>> {
  const rows = await db
    .insertInto('sandbox.carrier_purchases')
    .values(entries.map(rowOf))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(['key', relaxedCommit(db).as('relaxed')])
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Each process reserves serials in blocks, so that most purchases need no statement for theirs. */
const SERIALS_PER_BLOCK = 32;

async function reserveSerials(db: Database): Promise<number[]> {
  const { rows } = await sql<{ serial: number }>`
    SELECT nextval('sandbox.carrier_serials') AS serial FROM generate_series(1, ${SERIALS_PER_BLOCK}::int)`.execute(
    db,
  );
  return rows.map(({ serial }) => serial).reverse();
}

const rowOf = (entry: JournalEntry): Purchase => ({
  key: entry.key,
  order_hash: entry.orderHash,
  transaction_id: entry.transactionId,
  tracking_number: entry.trackingNumber,
  carrier: entry.carrier,
  service: entry.service,
  cost_cents: entry.costCents,
  ship_date: entry.shipDate,
  delivery_date: entry.deliveryDate,
  transit_days: entry.transitDays,
  origin: entry.origin,
  destination: entry.destination,
  label_format: entry.label.format,
  label_bytes: Buffer.from(entry.label.bytes),
  document_kind: entry.document?.kind ?? null,
  document_bytes: entry.document && Buffer.from(entry.document.bytes),
  bought_at: entry.boughtAt,
  voided_at: entry.voidedAt,
});

const journeyOf = (row: Pick<Purchase, (typeof JOURNEY_COLUMNS)[number]>): Journey => ({
  transactionId: row.transaction_id,
  trackingNumber: row.tracking_number,
  carrier: row.carrier,
  service: row.service,
  shipDate: row.ship_date,
  deliveryDate: row.delivery_date,
  transitDays: row.transit_days,
  origin: row.origin,
  destination: row.destination,
  boughtAt: row.bought_at,
  voidedAt: row.voided_at,
});

const entryOf = (row: Purchase): JournalEntry => ({
  ...journeyOf(row),
  key: row.key,
  orderHash: row.order_hash,
  costCents: row.cost_cents,
  label: { format: row.label_format, bytes: row.label_bytes },
  document:
    row.document_kind !== null && row.document_bytes !== null
      ? { kind: row.document_kind, format: 'lading-page', bytes: row.document_bytes }
      : null,
});
