import { dateIn } from '@lading/contract/calendar-date.ts';
import { HISTORY } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { HistoryItem, LabelFormat, PdfContents } from '@lading/contract/shipments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { fetchFile, saveFile } from '../../lib/download-file.ts';
import { downloadLabel, pdfQuery, rememberedPaper } from '../../lib/label-file.ts';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { markDownloaded, refreshHistory } from './use-history.ts';

type Labeled = Pick<HistoryItem, 'shipment_id' | 'labelPath' | 'tracking_number'>;

const failureText = (error: unknown) =>
  error instanceof ApiError && error.status === 404 ? HISTORY.noLabel : HISTORY.downloadFailed;

export function useLabelDownload() {
  const client = useQueryClient();
  const { timeZone } = useOperatorTime();

  const run = async (download: () => Promise<void>) => {
    try {
      await download();
      toast.success(HISTORY.downloadStarted);
    } catch (error) {
      reportError(error, failureText(error));
    }
  };

  return {
    async downloadOne(item: Labeled, format: LabelFormat = 'pdf', content: PdfContents = 'label') {
      const shipment = { id: item.shipment_id, trackingNumber: item.tracking_number };
      if (item.labelPath === null) {
        toast.error(HISTORY.noLabel);
        return;
      }
      await run(async () => {
        await downloadLabel(shipment, format, rememberedPaper(), content);
        // A PNG is only for viewing, so it does not count as a download. Documents alone are not the label.
        if (format !== 'png' && content !== 'documents') markDownloaded(client, [shipment.id]);
      });
    },

    /** One file, in the order of the rows. */
    async downloadMany(items: readonly Labeled[], content: PdfContents) {
      const ids = items.map((item) => item.shipment_id);
      const day = dateIn(timeZone, new Date());
      await run(async () => {
        const query = { ids: ids.join(','), ...pdfQuery(rememberedPaper(), content) };
        saveFile(await fetchFile(API.mergedLabels, query), `labels-${day}.pdf`);
        if (content !== 'documents') void refreshHistory(client);
      });
    },
  };
}
