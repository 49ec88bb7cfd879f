import type { AuthorizationRefusal, AuthorizedKind } from '@lading/contract/orders/authorize-source.ts';
import { ORDER_SOURCE_TEXTS, SOURCE_SENTENCES } from '@lading/contract/orders/order-sources.ts';
import { API, path } from '@lading/contract/routes.ts';

export const SIGN_IN = {
  submit: (store: string) => `Connect with ${store}`,
  explain: (store: string) =>
    `Sign in to ${store} and allow Lading to read your orders and add tracking numbers. Lading does not see your password.`,
  ownApp: 'One-time setup: create a developer app with these steps, then enter its credentials here.',
  enter: 'Enter credentials instead',
  signIn: (store: string) => `Connect with ${store} instead`,
  waiting: 'The store has not confirmed the connection yet. This usually takes a few seconds.',
  waitingFailed: 'We couldn’t check whether the store is connected. Once it is, it appears below.',
} as const;

const redirectAddress = () => `${window.location.origin}${API.orderSourceAuthorized}`;

/** How clients create their own app. The store redirects the browser to the URL that is registered in the app. */
export const APP_STEPS: Partial<Record<AuthorizedKind, () => readonly string[]>> = {
  etsy: () => [
    'Sign in at etsy.com/developers and choose “Create a new app”. Etsy reviews it first.',
    `Edit the app’s callback URLs and add ${redirectAddress()}`,
    'Open “Manage your apps” and copy the keystring and the shared secret.',
  ],
  ebay: () => [
    'Sign in at developer.ebay.com, open “Application Keysets” and create a keyset for production.',
    `Under “User Tokens”, add an eBay redirect URL (RuName), choose OAuth, and enter ${redirectAddress()} as the accepted URL.`,
    'Copy the App ID (client ID), the Cert ID (client secret) and the RuName.',
  ],
};

/** How to set up webhooks at Etsy, where only the owner of the app can. */
export const webhookSteps = (sourceId: string): readonly string[] => [
  'Your app needs commercial access. Etsy doesn’t offer webhooks to apps with personal access. Sign in at etsy.com/developers, open “Manage your apps” and go to your app’s webhooks.',
  `Add the endpoint ${window.location.origin}${path(API.orderHooks, { id: sourceId })} and select all order events.`,
  'Open the endpoint, reveal its signing secret and copy it. It starts with whsec_.',
];

/** Why signing in to a store did not connect it. */
const REFUSALS: Record<AuthorizationRefusal, string> = {
  ...SOURCE_SENTENCES,
  expired:
    'This sign-in has expired, was already used, or was started in another browser. Please connect the store again.',
  exists: 'This store is already connected.',
  differs: 'You signed in to another store. Please connect it as a new store.',
  limit: ORDER_SOURCE_TEXTS.limitReached,
  credentials:
    'The store’s response could not be verified, so the store was not connected. Please try again.',
  permission: 'The store did not grant access to its orders. Please try again and allow access there.',
};

export const refusalText = (code: string): string =>
  REFUSALS[code as AuthorizationRefusal] ?? 'The store was not connected. Please try again.';
