import { HISTORY } from '@lading/contract/messages.ts';
import type { LabelFormat, LabelPaper, PdfContents } from '@lading/contract/shipments.ts';
import { useState } from 'react';
import { downloadLabel, fetchLabel, pdfQuery, rememberedPaper, rememberPaper } from '../../lib/label-file.ts';
import { printPdf } from '../../lib/print.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

async function attempt(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    reportError(error, HISTORY.downloadFailed);
  }
}

interface LabelOf {
  id: string;
  trackingNumber: string | null;
  hasDocuments: boolean;
}

/** Prints and downloads one label on the paper that the user last chose, with its documents if it has any. */
export function useLabelFiles(file: LabelOf) {
  const [paper, setPaper] = useState(rememberedPaper);
  const [chosen, setContent] = useState<PdfContents>('all');
  const content = file.hasDocuments ? chosen : 'label';
  const { pending: printing, run: runPrint } = usePending();
  const { pending: downloading, run: runDownload } = usePending();
  return {
    paper,
    content,
    setContent,
    printing,
    downloading,
    choosePaper: (next: LabelPaper) => {
      setPaper(next);
      rememberPaper(next);
    },
    print: () =>
      runPrint(() =>
        attempt(async () => {
          const outcome = await printPdf(await fetchLabel(file.id, 'pdf', pdfQuery(paper, content)));
          if (outcome === 'opened') toast.info(COPY.label.printInTab);
          if (outcome === 'blocked') toast.error(COPY.label.printBlocked);
        }),
      ),
    download: (format: LabelFormat) =>
      runDownload(() =>
        attempt(async () => {
          await downloadLabel(file, format, paper, content);
          toast.success(HISTORY.downloadStarted);
        }),
      ),
  };
}
