import { days, later } from '../../platform/clock.ts';

/** The clock of a sender may be ahead. A time that is further ahead is wrong, and would make all later changes look older. */
const MAX_AHEAD_MS = days(1);

export const latestChange = (now: Date): Date => later(now, MAX_AHEAD_MS);
