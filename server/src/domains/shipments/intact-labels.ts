import { createHash } from 'node:crypto';
import type { StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { PurchaseFiles } from '../../providers/label-providers/port.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import { DamagedFileError, type LabelRow, readLabel } from './read-labels.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { selectPurchaseOf } from './stored-labels.store.ts';

export type IntactDeps = Pick<ShipmentDeps, 'db' | 'clock' | 'log' | 'labelProvider' | 'timings'> & {
  labelStorage: LabelStorage | null;
};

export interface IdentifiedRow extends LabelRow {
  id: string;
}

/** A label whose bytes match the hash from the purchase. Damaged bytes are replaced by the provider's copy. */
export async function readIntactLabel(deps: IntactDeps, row: IdentifiedRow): Promise<StoredLabel> {
  const label = await readLabel(deps.labelStorage, row).catch((error: unknown) => {
    if (!(error instanceof DamagedFileError)) throw error;
    deps.log.error(
      { event: 'labels.file_damaged', err: error, id: row.id },
      'A label file in external storage (S3) is missing or was changed',
    );
    return null;
  });
  return label && isIntact(label.bytes, row) ? label : replaceDamaged(deps, row);
}

/** Labels bought before hashes were stored have none. */
const isIntact = (bytes: Uint8Array, { bought_sha256: hash }: LabelRow): boolean =>
  bytes.length > 0 && (hash === null || hash.equals(createHash('sha256').update(bytes).digest()));

/** Fetches the label again from the label provider, and opens an incident in any case. */
export async function replaceDamaged(deps: IntactDeps, row: IdentifiedRow): Promise<StoredLabel> {
  const copy = (await fetchFilesAgain(deps, row.id))?.label;
  const isUsable = copy !== undefined && isIntact(copy.bytes, row);
  await reportIncident(
    deps,
    'label_damaged',
    row.id,
    isUsable ? 'replaced by the copy of the label provider' : 'the label provider has no copy',
  );
  if (!isUsable) throw new AppError('LABEL_DAMAGED');
  return copy;
}

/** The files as the label provider has them; null if they can't be read. */
export async function fetchFilesAgain(
  { db, labelProvider, timings, log }: IntactDeps,
  shipmentId: string,
): Promise<PurchaseFiles | null> {
  try {
    const purchase = await selectPurchaseOf(db, shipmentId, labelProvider.name);
    if (!purchase) return null;
    const sought = { key: purchase.id, rate: purchase.carrier_rate };
    return await within(timings.labelProviderTimeoutMs, labelProvider.readFiles(sought));
  } catch (error) {
    log.warn(
      { event: 'labels.refetch_failed', err: error, shipmentId },
      'A damaged label could not be fetched again',
    );
    return null;
  }
}
