import { LABEL_FORMATS, type LabelFormat } from '@lading/contract/shipments.ts';

export interface WithFormats {
  labelFormats?: readonly LabelFormat[] | undefined;
}

/** What a label can be had as. A server that does not tell yet has drawn all its labels itself. */
export const formatsOf = ({ labelFormats = LABEL_FORMATS }: WithFormats): readonly LabelFormat[] =>
  labelFormats;

/** How a label is looked at: as a picture, or as the PDF that a carrier made. */
export const shownFormatOf = (label: WithFormats): 'png' | 'pdf' =>
  formatsOf(label).includes('png') ? 'png' : 'pdf';
