import { createHash } from 'node:crypto';
import type { StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { type LabelRow, readLabel } from './read-labels.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { selectPurchaseOf } from './stored-labels.store.ts';

type Deps = Pick<ShipmentDeps, 'db' | 'clock' | 'log' | 'labelProvider' | 'timings'> & {
  labelStorage: LabelStorage | null;
};

interface IdentifiedRow extends LabelRow {
  id: string;
}

const PARALLEL = 8;

/** A label whose bytes match the hash from the purchase. Damaged bytes are replaced by the provider's copy. */
export async function readIntactLabel(deps: Deps, row: IdentifiedRow): Promise<StoredLabel> {
  const label = await readLabel(deps.labelStorage, row);
  if (isIntact(label.bytes, row)) return label;
  return replaceDamaged(deps, row);
}

/** In the order of the rows, without damaged labels that the provider cannot replace. */
export async function readIntactLabels(deps: Deps, rows: readonly IdentifiedRow[]): Promise<StoredLabel[]> {
  const labels = await inParallel(rows, PARALLEL, (row) =>
    readIntactLabel(deps, row).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'LABEL_DAMAGED') return null;
      throw error;
    }),
  );
  const intact = labels.filter((label) => label !== null);
  if (intact.length === 0 && rows.length > 0) throw new AppError('LABEL_DAMAGED');
  return intact;
}

/** Labels bought before hashes were stored have none. */
const isIntact = (bytes: Uint8Array, { bought_sha256: hash }: LabelRow): boolean =>
  bytes.length > 0 && (hash === null || hash.equals(createHash('sha256').update(bytes).digest()));

/** Fetches the label again from the label provider, and opens an incident in any case. */
export async function replaceDamaged(deps: Deps, row: IdentifiedRow): Promise<StoredLabel> {
  const copy = await fetchAgain(deps, row.id);
  const isUsable = copy !== null && isIntact(copy.bytes, row);
  await reportIncident(
    deps,
    'label_damaged',
    row.id,
    isUsable ? 'replaced by the copy of the label provider' : 'the label provider has no copy',
  );
  if (!isUsable) throw new AppError('LABEL_DAMAGED');
  return copy;
}

async function fetchAgain(
  { db, labelProvider, timings, log }: Deps,
  shipmentId: string,
): Promise<StoredLabel | null> {
  try {
    const purchase = await selectPurchaseOf(db, shipmentId, labelProvider.name);
    if (!purchase) return null;
    const sought = { key: purchase.id, rate: purchase.carrier_rate };
    const found = await within(timings.labelProviderTimeoutMs, labelProvider.findPurchase(sought));
    return found?.outcome === 'bought' ? found.label : null;
  } catch (error) {
    log.warn(
      { event: 'labels.refetch_failed', err: error, shipmentId },
      'A damaged label could not be fetched again',
    );
    return null;
  }
}
