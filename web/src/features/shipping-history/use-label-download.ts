import { HISTORY } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { HistoryItem, LabelFormat } from '@lading/contract/shipments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { fetchFile, saveFile } from '../../lib/download-file.ts';
import { downloadLabel, rememberedPaper } from '../../lib/label-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import { noteDownload } from './use-history.ts';

type Labelled = Pick<HistoryItem, 'shipment_id' | 'labelPath' | 'tracking_number'>;

/** A lost session has its own sentence and its own way out. */
function complain(error: unknown) {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 401) return;
  console.error(error);
  toast.error(status === 404 ? HISTORY.noLabel : HISTORY.downloadFailed);
}

export function useLabelDownload() {
  const client = useQueryClient();

  const run = async (download: () => Promise<void>) => {
    try {
      await download();
      toast.success(HISTORY.downloadStarted);
    } catch (error) {
      complain(error);
    }
  };

  return {
    async downloadOne(item: Labelled, format: LabelFormat = 'pdf') {
      const shipment = { id: item.shipment_id, trackingNumber: item.tracking_number };
      if (item.labelPath === null) {
        toast.error(HISTORY.noLabel);
        return;
      }
      await run(async () => {
        await downloadLabel(shipment, format, rememberedPaper());
        // A picture prints no parcel's label: neither the server nor the row takes note of it.
        if (format !== 'png') noteDownload(client, [shipment.id]);
      });
    },

    /** One file, in the order of the rows. */
    async downloadMany(items: readonly Labelled[]) {
      const ids = items.map((item) => item.shipment_id);
      const day = new Date().toISOString().slice(0, 10);
      await run(async () => {
        const query = { ids: ids.join(','), paper: rememberedPaper() };
        saveFile(await fetchFile(API.mergedLabels, query), `labels-${day}.pdf`);
        noteDownload(client, ids);
      });
    },
  };
}
