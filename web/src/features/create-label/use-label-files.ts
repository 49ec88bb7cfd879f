import { HISTORY } from '@lading/contract/messages.ts';
import type { LabelFormat, LabelPaper } from '@lading/contract/shipments.ts';
import { useState } from 'react';
import { downloadLabel, fetchLabel, rememberedPaper, rememberPaper } from '../../lib/label-file.ts';
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

/** Prints and downloads one label on the paper that the user last chose. */
export function useLabelFiles(file: { id: string; trackingNumber: string | null }) {
  const [paper, setPaper] = useState(rememberedPaper);
  const { pending: printing, run: runPrint } = usePending();
  const { pending: downloading, run: runDownload } = usePending();
  return {
    paper,
    printing,
    downloading,
    choosePaper: (next: LabelPaper) => {
      setPaper(next);
      rememberPaper(next);
    },
    print: () =>
      runPrint(() =>
        attempt(async () => {
          const outcome = await printPdf(await fetchLabel(file.id, 'pdf', { paper }));
          if (outcome === 'opened') toast.info(COPY.label.printInTab);
          if (outcome === 'blocked') toast.error(COPY.label.printBlocked);
        }),
      ),
    download: (format: LabelFormat) =>
      runDownload(() =>
        attempt(async () => {
          await downloadLabel(file, format, paper);
          toast.success(HISTORY.downloadStarted);
        }),
      ),
  };
}
