import * as z from 'zod/mini';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { deleteExpired } from './identity.store.ts';

/** Only keeps the tables small: expired rows are already rejected. */
export const CLEAN_UP_IDENTITY: JobKind<Record<string, never>> = {
  name: 'clean-up-identity',
  payload: z.object({}) as z.ZodMiniType<Record<string, never>>,
  retries: 2,
  schedule: '17 * * * *',
};

export const cleanUpIdentity = ({
  db,
  clock,
  retention,
}: IdentityDeps & { retention: { devicesMs: number | null } }) =>
  deleteExpired(db, clock.now(), retention.devicesMs);
