import type { BATCH_FILES, Batch } from '@lading/contract/bulk.ts';
import { HISTORY } from '@lading/contract/messages.ts';
import type { LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import { useState } from 'react';
import { saveFile } from '../../../lib/download-file.ts';
import { rememberedPaper, rememberPaper } from '../../../lib/label-file.ts';
import { printPdf } from '../../../lib/print.ts';
import { reportError } from '../../../ui/report-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { batchFile } from '../batch/batch-calls.ts';
import { COPY } from '../copy.ts';

type BatchFile = (typeof BATCH_FILES)[number];

/** `orders.csv` and `labels.pdf` make `orders-labels.pdf`. */
const nameOf = ({ fileName }: Batch, file: BatchFile) => `${fileName.replace(/\.[a-z]{3,4}$/i, '')}-${file}`;

/** Prints and downloads the files of a batch, one at a time. */
export function useBatchFiles(batch: Batch, hasDocuments: boolean) {
  const [paper, setPaper] = useState(rememberedPaper);
  const [content, setContent] = useState<PdfContents>('all');
  const [pending, setPending] = useState<BatchFile | 'print' | null>(null);

  const attempt = async (what: BatchFile | 'print', work: () => Promise<void>) => {
    if (pending !== null) return;
    setPending(what);
    try {
      await work();
    } catch (error) {
      reportError(error, HISTORY.downloadFailed);
    } finally {
      setPending(null);
    }
  };
  const download = (file: BatchFile, query: Parameters<typeof batchFile>[2] = {}) =>
    attempt(file, async () => {
      saveFile(await batchFile(batch.id, file, query), nameOf(batch, file));
      toast.success(file === 'results.csv' ? COPY.labels.summaryStarted : HISTORY.downloadStarted);
    });

  const pages = { paper, ...(hasDocuments && { content }) };

  return {
    paper,
    pending,
    choosePaper: (next: LabelPaper) => {
      setPaper(next);
      rememberPaper(next);
    },
    content,
    chooseContent: setContent,
    downloadPdf: () => void download('labels.pdf', pages),
    downloadZpl: () => void download('labels.zpl'),
    downloadSummary: () => void download('results.csv'),
    print: () =>
      void attempt('print', async () => {
        const outcome = await printPdf(await batchFile(batch.id, 'labels.pdf', pages));
        if (outcome === 'opened') toast.info(COPY.labels.printInTab);
        if (outcome === 'blocked') toast.error(COPY.labels.printBlocked);
      }),
  };
}
