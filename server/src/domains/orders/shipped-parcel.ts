import type { ShippedParcel } from '../../providers/order-sources/port.ts';
import type { ReportFacts, StoredReport } from './order-reports.store.ts';

/** The parcel of a report, in the form that adapters expect. */
export function shippedParcel(
  report: Pick<StoredReport, 'parcel_id' | 'created_at'>,
  facts: ReportFacts,
  trackingUrl: (carrier: string, number: string) => string,
): ShippedParcel {
  const trackingNumber = facts.tracking_number ?? '';
  return {
    id: report.parcel_id,
    order: { externalId: facts.external_id, number: facts.number, reporting: facts.reporting },
    items: parcelItems(facts),
    isWholeOrder: isWholeOrder(facts),
    carrier: facts.carrier,
    service: facts.service_name,
    trackingNumber,
    trackingUrl: trackingUrl(facts.carrier, trackingNumber),
    shippedAt: facts.purchased_at ?? report.created_at,
    hasOtherReports: facts.has_other_reports,
    recipient: facts.recipient,
  };
}

/** With SKU and title, unless the store has removed the line since. */
function parcelItems({ items, parcel_items }: ReportFacts): ShippedParcel['items'] {
  const lines = new Map(items.map((item) => [item.externalId, item]));
  return parcel_items.map(({ id, quantity }) => {
    const { sku = '', title = '' } = lines.get(id) ?? {};
    return { externalId: id, quantity, sku, title };
  });
}

/** Whether the parcel has all pieces that the store still expects. */
function isWholeOrder({ items, parcel_items: inParcel }: ReportFacts): boolean {
  const quantities = new Map(inParcel.map(({ id, quantity }) => [id, quantity]));
  return items
    .filter(({ requiresShipping, remaining }) => requiresShipping && remaining > 0)
    .every(({ externalId, remaining }) => (quantities.get(externalId) ?? 0) >= remaining);
}
