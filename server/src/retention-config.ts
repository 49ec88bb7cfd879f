import * as z from 'zod/mini';
import { days } from './platform/clock.ts';
import { wholeNumber } from './platform/settings.ts';

/** How long personal data is kept. Null: as long as the account. */
export interface Retention {
  outboxMs: number | null;
  devicesMs: number | null;
  quotesMs: number | null;
  /** Names and addresses of finished shipments. */
  shipmentMonths: number | null;
}

const DAYS_MAX = 3_650;

export const retentionSettings = {
  RETENTION_OUTBOX_DAYS: z.optional(wholeNumber('RETENTION_OUTBOX_DAYS', DAYS_MAX)),
  RETENTION_DEVICE_DAYS: z.optional(wholeNumber('RETENTION_DEVICE_DAYS', DAYS_MAX)),
  RETENTION_QUOTE_DAYS: z.optional(wholeNumber('RETENTION_QUOTE_DAYS', DAYS_MAX)),
  RETENTION_SHIPMENT_MONTHS: z.optional(wholeNumber('RETENTION_SHIPMENT_MONTHS', 240)),
};

type Settings = z.output<ReturnType<typeof z.object<typeof retentionSettings>>>;

/** Zero keeps the data. */
export const readRetention = (settings: Settings): Retention => ({
  outboxMs: days(settings.RETENTION_OUTBOX_DAYS ?? 30) || null,
  devicesMs: days(settings.RETENTION_DEVICE_DAYS ?? 365) || null,
  quotesMs: days(settings.RETENTION_QUOTE_DAYS ?? 7) || null,
  shipmentMonths: settings.RETENTION_SHIPMENT_MONTHS || null,
});
