import { customsNeed } from '@lading/contract/customs/needs-customs.ts';
import { isGoods } from '@lading/contract/customs/vocabulary.ts';
import type { DocumentKind } from '@lading/contract/shipments.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { LABEL, LETTER } from '../pdf/label-pieces.ts';
import { pageStream } from '../pdf/page-stream.ts';
import { storeDocument } from '../pdf/stored-document.ts';
import type { LabelRequest, StoredDocument } from '../port.ts';
import { drawCommercialInvoice } from './commercial-invoice.ts';
import { customsContent } from './customs-content.ts';
import { drawCustomsForm } from './customs-form.ts';

/** The customs document that the carrier wants with the parcel, if any. The same order gives the same bytes. */
export function makeDocument(order: LabelRequest, trackingNumber: string): StoredDocument | null {
  const { customs, rate, from, to, parcel } = order;
  if (customs === null) return null;
  const route = { from, to, weightLb: parcel.weightLb, goods: isGoods(customs.contentsType) };
  if (customsNeed(rate.carrier, route) !== 'needed') return null;
  const content = customsContent(order, customs, trackingNumber);
  return rate.carrier === 'USPS'
    ? stored('customs_form', drawCustomsForm(content), LABEL)
    : stored('commercial_invoice', drawCommercialInvoice(content), LETTER);
}

const stored = (kind: DocumentKind, drawings: Drawing[], size: typeof LABEL): StoredDocument => ({
  kind,
  ...storeDocument(drawings.map((drawing) => ({ size, page: pageStream(drawing) }))),
});
