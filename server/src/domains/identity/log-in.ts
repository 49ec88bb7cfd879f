import type { AccountStatus } from '@lading/contract/constants.ts';
import { ERRORS, type ErrorCode } from '@lading/contract/errors.ts';
import { type LoginAnswer, type LoginBody, normalizeEmail } from '@lading/contract/identity.ts';
import type { FactorMethod } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';
import { byActor, maskEmail, type Origin } from '../audit/audit.events.ts';
import { eventsPart, recordEvent } from '../audit/record-event.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { replaceHash, type StoredUser } from './identity.store.ts';
import { clearPair, countFailure, failureKeys, pairKey, refuseAfterFailures } from './login-throttle.ts';
import { deviceFingerprint, queueNewDeviceNotice } from './new-device-notice.ts';
import { findAccount, insertOpenedSession } from './open-session.store.ts';
import { sessionEnd } from './session-limits.ts';
import { toUser } from './user.ts';

export interface LoginOrigin extends Origin {
  userAgent: string;
}

/** Revealed only with the right password; otherwise every refusal reads the same. */
export const STATUS_REFUSAL: Record<Exclude<AccountStatus, 'active'>, ErrorCode> = {
  suspended: 'ACCOUNT_SUSPENDED',
  inactive: 'ACCOUNT_INACTIVE',
};

export async function logIn(deps: IdentityDeps, origin: LoginOrigin, input: LoginBody): Promise<LoginAnswer> {
  deps.passwords.requireRoom();
  const emailKey = normalizeEmail(input.email);
  const ip = origin.ip ?? 'unknown';
  const now = deps.clock.now();
  const { user, failures, knowsDevice } = await findAccount(deps.db, {
    emailKey,
    failureKeys: failureKeys(emailKey, ip),
    device: deviceFingerprint(ip, origin.userAgent),
    now,
  });
  await refuseAfterFailures(deps, failures, emailKey, ip, now);
  const matches = await deps.passwords.matches(input.password, user?.password_hash ?? null);
  if (!user || !matches) {
    await refuse(deps, origin, 'LOGIN_REFUSED', user, emailKey);
    throw new AppError('LOGIN_REFUSED');
  }
  if (user.status !== 'active') {
    const code = STATUS_REFUSAL[user.status];
    await refuse(deps, origin, code, user, emailKey);
    throw new AppError(code);
  }
  const remember = input.remember ?? false;
  // Before the second factor, because the step after it has no password.
  const renewed = await renewOutdatedHash(deps, user, input.password);
  await deps.secondFactors.require(origin, renewed, remember);
  const isRoutine = knowsDevice && !failures.has(pairKey(emailKey, ip));
  return openSession(deps, origin, renewed, { remember, isRoutine });
}

/** If the password has changed since, the account stays as it was checked, and no session opens for it. */
async function renewOutdatedHash(
  { db, passwords }: IdentityDeps,
  user: StoredUser,
  password: string,
): Promise<StoredUser> {
  if (!passwords.isOutdated(user.password_hash)) return user;
  const freshHash = await passwords.hash(password);
  return (await replaceHash(db, user, freshHash)) ? { ...user, password_hash: freshHash } : user;
}

interface SignIn {
  remember: boolean;
  /** What came after the password, or replaced it. */
  method?: FactorMethod;
  /** A known device and no earlier failures: then one statement does everything that must commit together. */
  isRoutine?: boolean;
}

/** Call it only after every factor of the account was checked. */
export async function openSession(
  deps: IdentityDeps,
  origin: LoginOrigin,
  user: StoredUser,
  { remember, method, isRoutine = false }: SignIn,
): Promise<LoginAnswer> {
  const now = deps.clock.now();
  const token = newSecret();
  const expiresAt = sessionEnd(now, user.role, remember);
  const ip = origin.ip ?? 'unknown';
  const { userAgent } = origin;
  const open = (db: Handle) =>
    insertOpenedSession(
      db,
      {
        id: newId(),
        token_hash: digest(token),
        user_id: user.id,
        created_at: now,
        expires_at: expiresAt,
        authenticated_at: now,
        last_used_at: now,
        remembered: remember,
        ip_address: ip,
        user_agent: userAgent.slice(0, 300),
        account: user,
        device: deviceFingerprint(ip, userAgent),
        failuresKey: pairKey(user.email_key, ip),
      },
      (when) =>
        eventsPart(
          deps.clock,
          origin,
          [
            {
              type: 'LOGIN',
              status: 'success',
              ...byActor({ userId: user.id, role: user.role }),
              details: method ? { method } : {},
            },
          ],
          when,
        ),
    );
  const openWithNotice = async (trx: Trx) => {
    const opened = await open(trx);
    if (!opened.isOpen) return opened;
    if (opened.hasFailures) await clearPair(trx, user.email_key, ip);
    if (opened.isNewDevice) await queueNewDeviceNotice(deps, trx, user, { ip, userAgent });
    return opened;
  };
  const opened = isRoutine ? await open(deps.db) : await transaction(deps.db, openWithNotice);
  // During the password check, the account may have been suspended or its password changed.
  if (!opened.isOpen) throw new AppError('LOGIN_REFUSED');
  return { token, user: toUser(user), expiresAt: expiresAt.toISOString() };
}

/** Runs the same statements for known and unknown addresses, so that timing does not reveal accounts. */
async function refuse(
  deps: IdentityDeps,
  origin: LoginOrigin,
  code: ErrorCode,
  user: StoredUser | undefined,
  emailKey: string,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const isBlocked =
      code === 'LOGIN_REFUSED' &&
      (await countFailure(trx, emailKey, origin.ip ?? 'unknown', deps.clock.now()));
    const error = ERRORS[code].message;
    await recordEvent(trx, deps.clock, origin, {
      type: 'LOGIN',
      status: 'error',
      userId: user?.id ?? null,
      userRole: user?.role ?? null,
      details: {
        error: isBlocked ? `${error} Further attempts are blocked for a while.` : error,
        ...(user ? {} : { email: maskEmail(emailKey) }),
      },
    });
  });
}
