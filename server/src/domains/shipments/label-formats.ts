import { LABEL_FORMATS, type LabelFormat } from '@lading/contract/shipments.ts';
import type { ShipmentState } from '../../platform/db/money-schema.ts';
import type { StoredLabel } from '../../providers/label-providers/port.ts';
import { labelStatusOf } from './shipments.states.ts';

const FORMATS: Record<StoredLabel['format'], readonly LabelFormat[]> = {
  'lading-page': LABEL_FORMATS,
  pdf: ['pdf'],
};

export const canBeHadAs = (stored: StoredLabel['format'], format: LabelFormat): boolean =>
  FORMATS[stored].includes(format);

/** What the label of a shipment can be had as; the field stays away where nothing can be printed. */
export const labelFormatsOf = ({
  state,
  label_format,
}: {
  state: ShipmentState;
  label_format: StoredLabel['format'] | null;
}): { labelFormats?: LabelFormat[] } =>
  label_format !== null && labelStatusOf(state) === 'ready'
    ? { labelFormats: [...FORMATS[label_format]] }
    : {};
