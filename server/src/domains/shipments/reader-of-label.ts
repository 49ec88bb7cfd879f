import type { LabelFileQuery } from '@lading/contract/shipments.ts';
import type { FastifyRequest } from 'fastify';
import type { ShipmentRouteDeps } from './shipments.routes.ts';
import { selectShipment } from './shipments.store.ts';

/** Who may read this label: the owner whose fresh link it is, else whoever the token names. */
export async function readerOfLabel(
  deps: ShipmentRouteDeps,
  request: FastifyRequest,
  shipmentId: string,
  { expires, signature }: LabelFileQuery,
): Promise<string> {
  if (expires && signature && request.headers.authorization === undefined) {
    const owner = (await selectShipment(deps.db, shipmentId))?.user_id;
    if (owner && (await deps.labelLinks.isValid(owner, shipmentId, expires, signature))) return owner;
  }
  await deps.requireUser(request);
  return deps.actorOf(request).userId;
}
