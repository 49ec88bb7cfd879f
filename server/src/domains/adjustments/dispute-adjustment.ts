import {
  ADJUSTMENTS,
  type ClientAdjustment,
  type DisputeAdjustmentBody,
  type EvidenceType,
  MAX_EVIDENCE_BYTES,
  MAX_EVIDENCE_FILES,
} from '@lading/contract/adjustments.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import type { SentFile } from '../../platform/http/send-file.ts';
import { bytesDigest, newId } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { noteView } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import { insertDispute, lockDispute, selectDispute } from './adjustment-disputes.store.ts';
import { selectOwnAdjustment } from './adjustment-list.store.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';
import { insertEvidence, selectEvidence, selectEvidenceFile } from './evidence.store.ts';
import { disputeDeadline } from './format-adjustment.ts';
import { showOwnAdjustment } from './list-adjustments.ts';

type DisputeDeps = Pick<AdjustmentDeps, 'db' | 'clock'>;

/** A retry with the same reason changes nothing. */
export async function disputeAdjustment(
  deps: DisputeDeps,
  client: Actor,
  id: string,
  { reason }: DisputeAdjustmentBody,
): Promise<ClientAdjustment> {
  const { db, clock } = deps;
  const now = clock.now();
  await transaction(db, async (trx) => {
    const adjustment = await selectOwnAdjustment(trx, client.userId, id);
    if (!adjustment) throw new AppError('ADJUSTMENT_NOT_FOUND');
    const existing = await selectDispute(trx, id);
    if (existing?.reason === reason) return;
    if (existing || adjustment.client_cents <= 0) throw new AppError('ADJUSTMENT_NOT_DISPUTABLE');
    if (now > disputeDeadline(adjustment)) throw new AppError('DISPUTE_TOO_LATE');
    const dispute = {
      id: newId(),
      adjustment_id: id,
      user_id: client.userId,
      state: 'open' as const,
      reason,
    };
    if (!(await insertDispute(trx, { ...dispute, opened_at: now }))) return;
    await recordEvent(trx, clock, client, {
      type: 'ADJUSTMENT_DISPUTED',
      status: 'success',
      ...byActor(client),
      details: { adjustmentId: id, shipmentId: adjustment.shipment_id },
    });
  });
  return showOwnAdjustment(deps, client, id);
}

/** The first bytes of the files that we accept. */
const MAGIC: readonly [EvidenceType, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** Adds a file to an open dispute. Adding the same file again changes nothing. */
export async function addEvidence(
  deps: DisputeDeps,
  client: Actor,
  id: string,
  { fileName, bytes }: { fileName: string; bytes: Buffer | undefined },
): Promise<ClientAdjustment> {
  const { db, clock } = deps;
  const file = checkedFile(bytes);
  const sha256 = bytesDigest(file.bytes);
  await transaction(db, async (trx) => {
    if (!(await selectOwnAdjustment(trx, client.userId, id))) throw new AppError('ADJUSTMENT_NOT_FOUND');
    const dispute = await lockDispute(trx, id);
    if (!dispute) throw new AppError('DISPUTE_NOT_FOUND');
    if (dispute.state !== 'open') throw new AppError('DISPUTE_CLOSED');
    const files = await selectEvidence(trx, [id]);
    if (files.some((one) => one.sha256.equals(sha256))) return;
    if (files.length >= MAX_EVIDENCE_FILES)
      throw new AppError('LIMIT_REACHED', {
        message: `A dispute can have at most ${MAX_EVIDENCE_FILES} files.`,
      });
    await insertEvidence(trx, {
      id: newId(),
      adjustment_id: id,
      user_id: client.userId,
      file_name: fileName,
      content_type: file.contentType,
      sha256,
      bytes: file.bytes,
      created_at: clock.now(),
    });
  });
  return showOwnAdjustment(deps, client, id);
}

function checkedFile(bytes: Buffer | undefined): { contentType: EvidenceType; bytes: Buffer } {
  if (!bytes || bytes.length === 0) throw refusedFile(ADJUSTMENTS.evidenceEmpty);
  if (bytes.length > MAX_EVIDENCE_BYTES) throw refusedFile(ADJUSTMENTS.evidenceTooLarge);
  const type = MAGIC.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];
  if (!type) throw refusedFile(ADJUSTMENTS.evidenceType);
  return { contentType: type, bytes };
}

const refusedFile = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'file', message }] });

export async function openOwnEvidence(
  { db }: Pick<AdjustmentDeps, 'db'>,
  client: Actor,
  id: string,
  fileId: string,
): Promise<SentFile> {
  const file = await selectEvidenceFile(db, id, fileId);
  if (!file || file.user_id !== client.userId) throw new AppError('EVIDENCE_NOT_FOUND');
  return { contentType: file.content_type, fileName: file.file_name, content: file.bytes };
}

export async function openEvidence(
  deps: DisputeDeps,
  admin: Actor,
  id: string,
  fileId: string,
): Promise<SentFile> {
  const file = await selectEvidenceFile(deps.db, id, fileId);
  if (!file) throw new AppError('EVIDENCE_NOT_FOUND');
  await noteView(deps, admin, 'VIEW_EVIDENCE', { adjustmentId: id });
  return { contentType: file.content_type, fileName: file.file_name, content: file.bytes };
}
