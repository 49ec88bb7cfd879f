import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';

interface Announcement {
  tone: 'success' | 'error';
  text: string;
  /** One of many: shown but not announced. */
  quiet: boolean;
}

type Status = BulkRow['status'];

const isPriced = (status: Status | undefined) => status === 'rates_loaded' || status === 'rate_selected';
const rowAnnouncement = (tone: Announcement['tone'], text: string): Announcement => ({
  tone,
  text,
  quiet: true,
});
const totalAnnouncement = (text: string): Announcement => ({ tone: 'success', text, quiet: false });

/**
 * Announces the changes in a batch since the last call. The first call only records the state, so that a
 * reload does not repeat old results. A run can end before its start was seen, and events of a batch and of
 * its rows arrive separately, so a run counts as finished once both agree.
 */
export function createBatchAnnouncer() {
  let known: Map<number, Status> | null = null;
  let pricing = false;
  let labeling = false;

  return (batch: Batch, rows: Iterable<BulkRow>): Announcement[] => {
    const before = known;
    const now = new Map<number, Status>();
    const said: Announcement[] = [];
    let made = 0;
    const atWork = { rates: batch.work?.what === 'rates', labels: batch.work?.what === 'labels' };
    for (const { number, id, status, error, work } of rows) {
      now.set(number, status);
      if (status === 'label_generated') made += 1;
      if (work === 'rates' || work === 'labels') atWork[work] = true;
      const was = before?.get(number);
      if (before === null || was === status) continue;
      if (status === 'label_generated') said.push(rowAnnouncement('success', BULK.labelGenerated(id)));
      else if (status === 'label_failed') said.push(rowAnnouncement('error', BULK.labelFailed(error ?? '')));
      else if (isPriced(status) && !isPriced(was)) pricing = true;
    }
    known = now;
    pricing ||= atWork.rates;
    labeling ||= atWork.labels || said.length > 0;
    const batchIsOlder = batch.chosen.count === 0 && [...now.values()].includes('rate_selected');
    if (pricing && !atWork.rates && !batchIsOlder) {
      pricing = false;
      if (batch.chosen.count > 0) said.push(totalAnnouncement(BULK.ratesFetched));
    }
    if (labeling && !atWork.labels && made === batch.counts.label_generated) {
      labeling = false;
      said.push(totalAnnouncement(BULK.finished(made)));
    }
    return said;
  };
}
