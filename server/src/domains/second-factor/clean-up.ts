import * as z from 'zod/mini';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { deleteExpiredChallenges } from './challenges.store.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

/** Only keeps the table small: expired challenges are already rejected. */
export const CLEAN_UP_CHALLENGES: JobKind<Record<string, never>> = {
  name: 'clean-up-challenges',
  payload: z.object({}) as z.ZodMiniType<Record<string, never>>,
  retries: 2,
  schedule: '47 * * * *',
};

export const cleanUpChallenges = ({ db, clock }: Pick<SecondFactorDeps, 'db' | 'clock'>) =>
  deleteExpiredChallenges(db, clock.now());
