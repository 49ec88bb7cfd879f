import {
  type ContentsType,
  type LithiumBatteries,
  type NonDeliveryOption,
  SIGNATURE_NAMES,
} from '@lading/contract/customs/vocabulary.ts';
import type { DocumentKind } from '@lading/contract/shipments.ts';
import { statusText } from '../../lib/status-text.ts';

export const CONTENTS_NAMES: Record<ContentsType, string> = {
  merchandise: 'Merchandise',
  gift: 'Gift',
  sample: 'Commercial sample',
  documents: 'Documents',
  return: 'Returned goods',
  humanitarian: 'Humanitarian donation',
  other: 'Other',
};

export const NON_DELIVERY_NAMES: Record<NonDeliveryOption, string> = {
  return: 'Return to sender',
  abandon: 'Abandon',
};

export const BATTERY_NAMES: Record<LithiumBatteries, string> = {
  none: 'No',
  in_device: 'Inside the device',
  with_device: 'Packed with the device',
  alone: 'Without a device',
};

const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  customs_form: 'Customs form',
  commercial_invoice: 'Commercial invoice',
};

/** The name of a value that a newer server may have added. */
const nameIn = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ?? statusText(value);

export const contentsName = (value: string) => nameIn(CONTENTS_NAMES, value);
export const nonDeliveryName = (value: string) => nameIn(NON_DELIVERY_NAMES, value);
export const documentName = (value: string) => nameIn(DOCUMENT_NAMES, value);
export const signatureName = (value: string) => nameIn(SIGNATURE_NAMES, value);
export const batteryName = (value: string) => nameIn(BATTERY_NAMES, value);
