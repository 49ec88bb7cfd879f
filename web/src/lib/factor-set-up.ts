import { createSignal } from './create-store.ts';

/** The server refuses everything else until the account has a second factor. */
export const factorSetUpRequired = createSignal();
