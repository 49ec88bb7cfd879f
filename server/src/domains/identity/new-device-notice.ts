import type { Trx } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { queueAccountNotice } from './account-notices.ts';
import { deviceName, networkOf } from './device-name.ts';
import type { IdentityDeps } from './identity.deps.ts';
import type { StoredUser } from './identity.store.ts';

/** Equal for sign-ins with the same browser from the same network. */
export const deviceFingerprint = (ip: string, userAgent: string): Buffer =>
  digest([deviceName(userAgent), networkOf(ip)].join('\n'));

/**
 * Queues an email to the owner when a sign-in comes from a browser and network that the account has not used before. An
 * account's first device is not reported: it is the one that signed up.
 */
export const queueNewDeviceNotice = (
  deps: Pick<IdentityDeps, 'jobs' | 'clock'>,
  trx: Trx,
  user: StoredUser,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<void> =>
  queueAccountNotice(deps, trx, user, 'new-device', [
    `Device: ${deviceName(userAgent)}`,
    `IP address: ${ip}`,
  ]);
