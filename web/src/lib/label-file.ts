import { API, path } from '@lading/contract/routes.ts';
import type { LabelFileQuery, LabelFormat, LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import { localStore } from './browser-storage.ts';
import { fetchFile, saveFile } from './download-file.ts';

export const LABEL_PAPERS: readonly { value: LabelPaper; label: string }[] = [
  { value: '4x6', label: '4 × 6 in label' },
  { value: 'letter', label: 'Letter sheet' },
  { value: 'a4', label: 'A4 sheet' },
];

const PAPER_KEY = 'lading.paper';

/** Stored in the browser, not the account, because the paper depends on the local printer. */
export function rememberedPaper(): LabelPaper {
  const stored = localStore.read(PAPER_KEY);
  return LABEL_PAPERS.find(({ value }) => value === stored)?.value ?? '4x6';
}

export const rememberPaper = (paper: LabelPaper) => void localStore.write(PAPER_KEY, paper);

export const fetchLabel = (
  shipmentId: string,
  format: LabelFormat,
  query: Partial<Pick<LabelFileQuery, 'paper' | 'content' | 'dpi' | 'media'>> = {},
  signal?: AbortSignal,
) => fetchFile(path(API.labelFile, { id: shipmentId }), { format, ...query }, signal);

/** A page with a ruler, positioned on the paper like a label. */
export const fetchTestLabel = (paper: LabelPaper) => fetchFile(API.testLabel, { paper });

const FILE_NAMES: Record<PdfContents, string> = {
  label: 'label',
  documents: 'documents',
  all: 'label-and-documents',
};

/** The query of a PDF. The label alone is the default, so a label without documents asks for nothing else. */
export const pdfQuery = (paper: LabelPaper, content: PdfContents) =>
  content === 'label' ? { paper } : { paper, content };

/** Names the file after the tracking number, so that users can find it in their downloads folder. */
export async function downloadLabel(
  shipment: { id: string; trackingNumber: string | null },
  format: LabelFormat,
  paper: LabelPaper,
  content: PdfContents = 'label',
) {
  const isPdf = format === 'pdf';
  const blob = await fetchLabel(shipment.id, format, isPdf ? pdfQuery(paper, content) : {});
  const name = FILE_NAMES[isPdf ? content : 'label'];
  saveFile(blob, `${name}-${shipment.trackingNumber ?? shipment.id}.${format}`);
}
