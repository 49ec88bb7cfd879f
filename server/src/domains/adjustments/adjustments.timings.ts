import { ago, type Clock, days } from '../../platform/clock.ts';

/** Carriers confirm almost all voids sooner. Invoice lines must not wait forever for a void that is never answered. */
const VOID_AWAITED_MS = days(30);

/** Invoice lines wait only for voids that were requested since. */
export const awaitedVoidsSince = (clock: Clock): Date => ago(clock, VOID_AWAITED_MS);
