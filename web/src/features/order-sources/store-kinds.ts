import type { AuthorizationOffer, AuthorizedKind } from '@lading/contract/orders/authorize-source.ts';
import {
  CONNECTED_KINDS,
  type ConnectedKind,
  type SourceCredentials,
} from '@lading/contract/orders/order-sources.ts';

export type StoreKind = ConnectedKind | AuthorizedKind;
/** Kinds with a form for credentials. */
export type ManualKind = SourceCredentials['kind'];

/** These stores can be connected only by signing in. */
const SIGN_IN_ONLY = ['etsy', 'ebay'] as const satisfies readonly AuthorizedKind[];

export const isManual = (kind: StoreKind): kind is ManualKind =>
  !(SIGN_IN_ONLY as readonly string[]).includes(kind);

const isAuthorized = (kind: StoreKind): kind is AuthorizedKind =>
  ['shopify', 'woocommerce', ...SIGN_IN_ONLY].includes(kind);

/** In the order in which they are offered. */
export function offeredKinds(offers: readonly AuthorizationOffer[]): StoreKind[] {
  const signInOnly = SIGN_IN_ONLY.filter((kind) => offers.some((offer) => offer.kind === kind));
  const manual = CONNECTED_KINDS.filter(isManual);
  const marketplaces = manual.filter((kind) => isAuthorized(kind));
  return [...marketplaces, ...signInOnly, ...manual.filter((kind) => !isAuthorized(kind))];
}

/** How this installation lets clients sign in to a kind of store; null if it does not. */
export function signInOf(
  kind: StoreKind,
  offers: readonly AuthorizationOffer[],
): { kind: AuthorizedKind; hasOperatorApp: boolean } | null {
  const offer = offers.find((one) => one.kind === kind);
  return offer && isAuthorized(kind) ? { kind, hasOperatorApp: offer.hasOperatorApp } : null;
}
