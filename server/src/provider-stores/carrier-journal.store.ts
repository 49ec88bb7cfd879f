import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
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
const PURCHASE_COLUMNS = ['key', 'order_hash', 'cost_cents', 'label_format', 'label_bytes'] as const;

/** The records of the built-in label provider, in the schema `sandbox`. Each call is one statement. */
export function carrierJournal(db: Database): CarrierJournal {
  const journeys = () => db.selectFrom('sandbox.carrier_purchases').select(JOURNEY_COLUMNS);

  return {
    async reserveSerial(key) {
      const row = await db
        .selectNoFrom(sql<number>`nextval('sandbox.carrier_serials')`.as('serial'))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('sandbox.carrier_purchases').select('key').where('key', '=', key))),
        )
        .executeTakeFirst();
      return row?.serial ?? null;
    },

    async add(entry) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('sandbox.carrier_purchases')
        .values(rowOf(entry))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

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
});
