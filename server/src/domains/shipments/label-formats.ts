import { LABEL_FORMATS, type LabelFormat } from '@lading/contract/shipments.ts';
import type { StoredLabel } from '../../labels/port.ts';
import { labelStatusOf } from './shipments.states.ts';
import type { ShipmentState } from './shipments.tables.ts';

const FORMATS: Record<StoredLabel['format'], readonly LabelFormat[]> = {
  'lading-page': LABEL_FORMATS,
  pdf: ['pdf'],
};

export const isAvailableAs = (stored: StoredLabel['format'], format: LabelFormat): boolean =>
  FORMATS[stored].includes(format);

/** The formats of a printable label. The field is absent when there is nothing to print. */
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
