import { LABEL_FORMATS, type LabelFormat } from '@lading/contract/shipments.ts';

export interface WithFormats {
  labelFormats?: readonly string[] | undefined;
}

/**
 * The formats of a label that this page can handle. An older server does not list them and renders all labels
 * itself.
 */
export const formatsOf = ({ labelFormats = LABEL_FORMATS }: WithFormats): readonly LabelFormat[] =>
  LABEL_FORMATS.filter((format) => labelFormats.includes(format));

/** The format for display: an image, or the carrier's PDF. */
export const shownFormatOf = (label: WithFormats): 'png' | 'pdf' =>
  formatsOf(label).includes('png') ? 'png' : 'pdf';
