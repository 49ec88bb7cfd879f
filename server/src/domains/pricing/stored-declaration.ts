import type { CustomsDeclaration, TaxId } from '@lading/contract/customs/declaration.ts';
import { type Extras, hasExtras } from '@lading/contract/customs/extras.ts';
import { maskTaxId } from '@lading/contract/customs/tax-ids.ts';
import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import { type Declaration, NO_DECLARATION } from './priced-shipment.ts';

/** A tax ID at rest: the number is encrypted, and everyone but the label provider gets the masked form. */
export interface StoredTaxId {
  kind: string;
  /** Base64. */
  sealed: string;
  masked: string;
}

export interface StoredCustoms extends Omit<CustomsDeclaration, 'senderTaxId' | 'recipientTaxId'> {
  senderTaxId: StoredTaxId | null;
  recipientTaxId: StoredTaxId | null;
}

/** What `quote_requests` and `shipments` keep of a declaration. Null if there is nothing to keep. */
export interface StoredDeclaration {
  customs: StoredCustoms | null;
  extras: Extras;
}

type Secrets = Pick<SealedSecrets, 'seal' | 'open'>;

export async function storeDeclaration(
  secrets: Secrets,
  userId: string,
  { customs, extras }: Declaration,
): Promise<StoredDeclaration | null> {
  if (!customs) return hasExtras(extras) ? { customs: null, extras } : null;
  const seal = (taxId: TaxId | null) => taxId && sealTaxId(secrets, userId, taxId);
  const [senderTaxId, recipientTaxId] = [await seal(customs.senderTaxId), await seal(customs.recipientTaxId)];
  return { customs: { ...customs, senderTaxId, recipientTaxId }, extras };
}

/** With the numbers in plain text, for the label provider. */
export async function openDeclaration(
  secrets: Secrets,
  userId: string,
  stored: StoredDeclaration | null,
): Promise<Declaration> {
  if (!stored?.customs) return { ...NO_DECLARATION, extras: stored?.extras ?? NO_DECLARATION.extras };
  const { customs, extras } = stored;
  const open = (taxId: StoredTaxId | null) => taxId && openTaxId(secrets, userId, taxId);
  const [senderTaxId, recipientTaxId] = [await open(customs.senderTaxId), await open(customs.recipientTaxId)];
  return { customs: { ...customs, senderTaxId, recipientTaxId }, extras };
}

/** The quote's hash covers all of a declaration except the numbers. */
export async function hasSameTaxIds(
  secrets: Secrets,
  userId: string,
  stored: StoredDeclaration | null,
  given: CustomsDeclaration | null,
): Promise<boolean> {
  if (!given?.senderTaxId && !given?.recipientTaxId) return true;
  const { customs } = await openDeclaration(secrets, userId, stored);
  return (
    customs?.senderTaxId?.number === given.senderTaxId?.number &&
    customs?.recipientTaxId?.number === given.recipientTaxId?.number
  );
}

async function sealTaxId(secrets: Secrets, userId: string, { kind, number }: TaxId): Promise<StoredTaxId> {
  const sealed = await secrets.seal(userId, Buffer.from(number));
  return { kind, sealed: sealed.toString('base64'), masked: maskTaxId(number) };
}

const openTaxId = async (
  secrets: Secrets,
  userId: string,
  { kind, sealed }: StoredTaxId,
): Promise<TaxId> => ({
  kind,
  number: (await secrets.open(userId, Buffer.from(sealed, 'base64'))).toString(),
});
