import type { LabelFileQuery } from '@lading/contract/shipments.ts';
import type { FastifyRequest } from 'fastify';
import { noteView } from '../audit/note-view.ts';
import type { ShipmentRouteDeps } from './shipments.routes.ts';
import { selectShipment } from './shipments.store.ts';

export interface LabelReader {
  /** Whose label may be read. */
  ownerId: string;
  isOwner: boolean;
  /** Through a link, by whoever has it; a browser then goes wherever it is sent. */
  byLink: boolean;
}

/** Who may read this label: the owner whose fresh link it is, whoever the token names, and an admin, which is recorded. */
export async function readerOfLabel(
  deps: ShipmentRouteDeps,
  request: FastifyRequest,
  shipmentId: string,
  { expires, signature }: LabelFileQuery,
): Promise<LabelReader> {
  const ownerOf = async () => (await selectShipment(deps.db, shipmentId))?.user_id;
  if (expires && signature && request.headers.authorization === undefined) {
    const ownerId = await ownerOf();
    if (ownerId && (await deps.labelLinks.isValid(ownerId, shipmentId, expires, signature)))
      return { ownerId, isOwner: true, byLink: true };
  }
  await deps.requireUser(request);
  const actor = deps.actorOf(request);
  const ownerId = actor.role === 'admin' ? await ownerOf() : undefined;
  if (ownerId === undefined || ownerId === actor.userId)
    return { ownerId: actor.userId, isOwner: true, byLink: false };
  await noteView(deps, actor, 'VIEW_LABEL', { shipmentId });
  return { ownerId, isOwner: false, byLink: false };
}
