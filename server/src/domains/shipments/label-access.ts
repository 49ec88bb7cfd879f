import type { Actor } from '../../platform/actor.ts';
import { permissionProblem } from '../../platform/permission.ts';
import { noteView } from '../audit/note-view.ts';
import type { LabelLinks } from './label-links.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { isActive, selectShipment } from './shipments.store.ts';

interface LabelAccessDeps extends Pick<ShipmentDeps, 'db' | 'clock'> {
  labelLinks: LabelLinks;
}

/** The signature of a link from `label-links.ts`. */
interface LinkSignature {
  expires: string;
  signature: string;
}

export interface LabelReader {
  /** The client whose label this is. */
  ownerId: string;
  isOwner: boolean;
  /** Opened through a link, so the browser follows a redirect to the file. */
  byLink: boolean;
}

/**
 * Decides who may read a label: the holder of a valid link, the owner, or staff, whose access is audited.
 * Returns null for a link that has expired, has a wrong signature, or belongs to an account that is not active.
 */
export function authorizeLabelRead(
  deps: LabelAccessDeps,
  shipmentId: string,
  credential: { link: LinkSignature },
): Promise<LabelReader | null>;
export function authorizeLabelRead(
  deps: LabelAccessDeps,
  shipmentId: string,
  credential: { actor: Actor },
): Promise<LabelReader>;
export async function authorizeLabelRead(
  deps: LabelAccessDeps,
  shipmentId: string,
  credential: { link: LinkSignature } | { actor: Actor },
): Promise<LabelReader | null> {
  return 'link' in credential
    ? authorizeLink(deps, shipmentId, credential.link)
    : authorizeActor(deps, shipmentId, credential.actor);
}

const ownerOf = async ({ db }: LabelAccessDeps, shipmentId: string) =>
  (await selectShipment(db, shipmentId))?.user_id;

async function authorizeLink(
  deps: LabelAccessDeps,
  shipmentId: string,
  { expires, signature }: LinkSignature,
): Promise<LabelReader | null> {
  const ownerId = await ownerOf(deps, shipmentId);
  const isValid =
    ownerId !== undefined &&
    (await deps.labelLinks.isValid(ownerId, shipmentId, expires, signature)) &&
    (await isActive(deps.db, ownerId));
  return isValid ? { ownerId, isOwner: true, byLink: true } : null;
}

async function authorizeActor(deps: LabelAccessDeps, shipmentId: string, actor: Actor): Promise<LabelReader> {
  const isStaff = actor.role === 'admin' && permissionProblem(actor, 'shipments.read') === null;
  const ownerId = isStaff ? await ownerOf(deps, shipmentId) : undefined;
  // A client can read only its own labels, because the query searches only those.
  if (ownerId === undefined || ownerId === actor.userId)
    return { ownerId: actor.userId, isOwner: true, byLink: false };
  await noteView(deps, actor, 'VIEW_LABEL', { shipmentId });
  return { ownerId, isOwner: false, byLink: false };
}
