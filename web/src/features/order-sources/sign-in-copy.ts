import type { AuthorizationRefusal, AuthorizedKind } from '@lading/contract/orders/authorize-source.ts';
import { API, path } from '@lading/contract/routes.ts';

export const SIGN_IN = {
  submit: (store: string) => `Connect with ${store}`,
  explain: (store: string) =>
    `You sign in at ${store} and confirm there that Lading may read your orders and add tracking numbers. Lading does not see your password.`,
  ownApp: 'This is done once: create an app at the store, and enter its credentials here.',
  enter: 'Enter credentials instead',
  signIn: (store: string) => `Connect with ${store} instead`,
  waiting: 'The store has not sent its key yet. This usually takes a few seconds.',
  waitingFailed: 'We couldn’t find out whether the store is connected. It appears below once it is.',
} as const;

const redirectAddress = () => `${window.location.origin}${API.orderSourceAuthorized}`;

/** How to create an app of one's own. The store sends the browser back to an address that the app names. */
export const APP_STEPS: Partial<Record<AuthorizedKind, () => readonly string[]>> = {
  etsy: () => [
    'Sign in at etsy.com/developers and choose “Create a new app”. Etsy reviews it first.',
    `Edit the app’s callback URLs and add ${redirectAddress()}`,
    'Open “Manage your apps” and copy the keystring and the shared secret.',
  ],
  ebay: () => [
    'Sign in at developer.ebay.com, open “Application Keysets” and create a keyset for production.',
    `Under “User Tokens”, add an eBay redirect URL (RuName) with OAuth and the accepted URL ${redirectAddress()}`,
    'Copy the App ID (client ID), the Cert ID (client secret) and the RuName.',
  ],
};

/** How to set up webhooks at Etsy, where only the owner of the app can. */
export const webhookSteps = (sourceId: string): readonly string[] => [
  'Your app needs commercial access; Etsy gives personal apps no webhooks. Sign in at etsy.com/developers, open “Manage your apps” and the webhooks of your app.',
  `Add the endpoint ${window.location.origin}${path(API.orderHooks, { id: sourceId })} and choose all events about orders.`,
  'Open the endpoint, reveal its signing secret and copy it. It starts with whsec_.',
];

/** Why a sign-in at a store did not connect it. */
const REFUSALS: Record<AuthorizationRefusal, string> = {
  expired:
    'This sign-in has expired, was already used, or was started in another browser. Please connect the store again.',
  exists: 'This store is already connected.',
  differs: 'You signed in to another store. Please connect it as a new store.',
  limit: 'You have reached the store limit. Please disconnect one first.',
  credentials: 'The store’s answer could not be verified, so nothing was connected. Please try again.',
  permission: 'The store did not give access to its orders. Please try again and allow access there.',
  not_found: 'There is no store at this address.',
  not_a_shop: 'This address answered, but it is not this kind of store.',
  address_blocked: 'This address is not allowed. Please use the public https address of your store.',
  unavailable: 'The store did not answer. Please try again in a few minutes.',
};

export const refusalText = (code: string): string =>
  REFUSALS[code as AuthorizationRefusal] ?? 'The store was not connected. Please try again.';
