import type { Trx } from '../../platform/db/database.ts';
import { digest } from '../../platform/ids.ts';
import { noticeAccountChange } from './account-notices.ts';
import { deviceName, networkOf } from './device-name.ts';
import type { IdentityDeps } from './identity.deps.ts';
import type { StoredUser } from './identity.store.ts';
import { noteDevice } from './sessions.store.ts';

/**
 * Mails the owner when a sign-in comes from a browser and network that the account has not used before. An
 * account's first device is not reported: it is the one that signed up.
 */
export async function noticeNewDevice(
  deps: Pick<IdentityDeps, 'jobs' | 'clock'>,
  trx: Trx,
  user: StoredUser,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<void> {
  const device = deviceName(userAgent);
  const fingerprint = digest([device, networkOf(ip)].join('\n'));
  if ((await noteDevice(trx, user.id, fingerprint, deps.clock.now())) !== 'new') return;
  await noticeAccountChange(deps, trx, user, 'new-device', [`Device: ${device}`, `IP address: ${ip}`]);
}
