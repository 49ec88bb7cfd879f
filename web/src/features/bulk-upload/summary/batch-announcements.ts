import type { Batch, BulkRow } from '@lading/contract/bulk.ts';
import { BULK } from '@lading/contract/messages.ts';

export interface RunSentence {
  tone: 'success' | 'error';
  text: string;
  /** One of many: told to the eye only. */
  quiet: boolean;
}

type Status = BulkRow['status'];

const isPriced = (status: Status | undefined) => status === 'rates_loaded' || status === 'rate_selected';
const row = (tone: RunSentence['tone'], text: string): RunSentence => ({ tone, text, quiet: true });
const sum = (text: string): RunSentence => ({ tone: 'success', text, quiet: false });

/**
 * Tells what became of a batch since it last looked. The first look only takes note: what happened before a person came is
 * history, and a reload is no reason to tell it again. Work may be over before anybody saw it begin, and the news of a batch and
 * of its rows come one after the other; so a run counts as finished once both say so.
 */
export function createRunNarrator() {
  let known: Map<number, Status> | null = null;
  let pricing = false;
  let labelling = false;

  return (batch: Batch, rows: Iterable<BulkRow>): RunSentence[] => {
    const before = known;
    const now = new Map<number, Status>();
    const said: RunSentence[] = [];
    let made = 0;
    const atWork = { rates: batch.work?.what === 'rates', labels: batch.work?.what === 'labels' };
    for (const { number, id, status, error, work } of rows) {
      now.set(number, status);
      if (status === 'label_generated') made += 1;
      if (work === 'rates' || work === 'labels') atWork[work] = true;
      const was = before?.get(number);
      if (before === null || was === status) continue;
      if (status === 'label_generated') said.push(row('success', BULK.labelGenerated(id)));
      else if (status === 'label_failed') said.push(row('error', BULK.labelFailed(error ?? '')));
      else if (isPriced(status) && !isPriced(was)) pricing = true;
    }
    known = now;
    pricing ||= atWork.rates;
    labelling ||= atWork.labels || said.length > 0;
    if (pricing && !atWork.rates) {
      pricing = false;
      if (batch.chosen.count > 0) said.push(sum(BULK.ratesFetched));
    }
    if (labelling && !atWork.labels && made === batch.counts.label_generated) {
      labelling = false;
      said.push(sum(BULK.finished(made)));
    }
    return said;
  };
}
