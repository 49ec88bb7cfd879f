import { API } from '@lading/contract/routes.ts';
import type { LabelFileQuery, LabelFormat, LabelPaper } from '@lading/contract/shipments.ts';
import { fetchFile, saveFile } from './download-file.ts';

export const LABEL_PAPERS: readonly { value: LabelPaper; label: string }[] = [
  { value: '4x6', label: '4 × 6 in label' },
  { value: 'letter', label: 'Letter sheet' },
  { value: 'a4', label: 'A4 sheet' },
];

const PAPER_KEY = 'lading.paper';

/** A printer belongs to a place, so the paper is remembered in the browser and not in the account. */
export function rememberedPaper(): LabelPaper {
  try {
    const kept = window.localStorage.getItem(PAPER_KEY);
    return LABEL_PAPERS.find(({ value }) => value === kept)?.value ?? '4x6';
  } catch {
    return '4x6';
  }
}

export function rememberPaper(paper: LabelPaper) {
  try {
    window.localStorage.setItem(PAPER_KEY, paper);
  } catch {
    // Holds for this visit only.
  }
}

const labelPath = (shipmentId: string) => API.labelFile.replace(':id', encodeURIComponent(shipmentId));

export const fetchLabel = (
  shipmentId: string,
  format: LabelFormat,
  query: Partial<Pick<LabelFileQuery, 'paper' | 'dpi' | 'media'>> = {},
  signal?: AbortSignal,
) => fetchFile(labelPath(shipmentId), { format, ...query }, signal);

/** A page to measure, laid on the paper as labels are. */
export const fetchTestLabel = (paper: LabelPaper) => fetchFile(API.testLabel, { paper });

/** The tracking number names the file, so that a folder of them can be searched. */
export async function downloadLabel(
  shipment: { id: string; trackingNumber: string | null },
  format: LabelFormat,
  paper: LabelPaper,
) {
  const blob = await fetchLabel(shipment.id, format, format === 'pdf' ? { paper } : {});
  saveFile(blob, `label-${shipment.trackingNumber ?? shipment.id}.${format}`);
}
