import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import { type ItemCells, NO_ITEM, writeItems } from '@lading/contract/bulk/item-cells.ts';
import { MIN_WEIGHT_OZ } from '@lading/contract/customs/declaration.ts';
import type { OrderPreparation, OrderRecipient } from '@lading/contract/orders/orders.ts';
import type { Sender } from './order-sender.ts';
import { type Pieces, type Products, unitWeightOz } from './prepare-order.ts';

const OUNCES_PER_POUND = 16;
const decimals = (value: number, digits: number) => String(Number(value.toFixed(digits)));
/** Rounds down, so that the items together never weigh more than the parcel. */
const roundDown = (value: number) => Math.max(MIN_WEIGHT_OZ, Math.floor(value * 10_000 + 1e-6) / 10_000);

/** What a parcel needs to become a row of a batch. */
interface ParcelToShip {
  /** Order numbers, for the reference on the label. */
  orderRef: string;
  recipient: OrderRecipient;
  preparation: OrderPreparation;
  pieces: readonly Pieces[];
  /** ISO code. Values in currencies other than dollars are not declared. */
  currency: string;
  shippingDate: string;
}

function itemCells({ item, quantity }: Pieces, currency: string, products: Products): ItemCells {
  const weight = unitWeightOz(item, products);
  return {
    ...NO_ITEM,
    item_description: [item.title, item.variant].filter(Boolean).join(', '),
    item_quantity: String(quantity),
    item_weight: weight === null ? '' : decimals(roundDown(weight), 4),
    item_value: currency === 'USD' && item.unitPriceCents > 0 ? decimals(item.unitPriceCents / 100, 2) : '',
    item_hs: item.hsCode,
    item_origin: item.originCountry,
    item_sku: item.sku.slice(0, 60),
  };
}

const senderCells = ({ fullName, email, phone, address }: Sender): BulkCells => ({
  sender_fullname: fullName,
  sender_company: '',
  sender_email: email,
  sender_phone: phone,
  sender_address: address.address,
  sender_address2: address.suite,
  sender_city: address.city,
  sender_state: address.state,
  sender_zipcode: address.zipCode,
  sender_country: address.country,
});

const recipientCells = (recipient: OrderRecipient): BulkCells => ({
  receiver_fullname: recipient.fullName,
  receiver_company: recipient.company,
  receiver_email: recipient.email,
  receiver_phone: recipient.phone,
  receiver_address: recipient.address,
  receiver_address2: recipient.address2,
  receiver_city: recipient.city,
  receiver_state: recipient.state,
  receiver_zipcode: recipient.zipCode,
  receiver_country: recipient.country,
});

/** A row has no column for the type of the parcel: without a size it is an envelope. */
function parcelCells({ weightOz, parcel }: OrderPreparation): BulkCells {
  const isBox = parcel !== undefined && parcel.type !== 'envelope';
  return {
    package_weight: weightOz === undefined ? '' : decimals(weightOz / OUNCES_PER_POUND, 6),
    package_length: isBox ? decimals(parcel.lengthIn, 2) : '',
    package_width: isBox ? decimals(parcel.widthIn, 2) : '',
    package_height: isBox ? decimals(parcel.heightIn, 2) : '',
  };
}

/** The row of a batch for a parcel, with the columns of a bulk file. */
export const orderCells = (parcel: ParcelToShip, sender: Sender, products: Products): BulkCells => ({
  ...senderCells(sender),
  ...recipientCells(parcel.recipient),
  ...parcelCells(parcel.preparation),
  shipping_date: parcel.shippingDate,
  order_ref: parcel.orderRef,
  ...writeItems(parcel.pieces.map((pieces) => itemCells(pieces, parcel.currency, products))),
  ...(parcel.preparation.signature &&
    parcel.preparation.signature !== 'none' && { signature: parcel.preparation.signature }),
  ...(parcel.preparation.insuranceCents && {
    insurance: decimals(parcel.preparation.insuranceCents / 100, 2),
  }),
});
