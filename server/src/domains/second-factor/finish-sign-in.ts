import type { LoginAnswer } from '@lading/contract/identity.ts';
import type { SecondFactorLoginBody } from '@lading/contract/second-factor.ts';
import { AppError } from '../../platform/app-error.ts';
import { digest } from '../../platform/ids.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type LoginOrigin, openSession } from '../identity/log-in.ts';
import { findAccount } from './accounts.store.ts';
import { deleteChallenge, takeTry } from './challenges.store.ts';
import { checkFactor } from './check-factor.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

/** The second step of a sign-in. The password must still be the one that the first step verified. */
export async function finishSignIn(
  deps: SecondFactorDeps,
  origin: LoginOrigin,
  body: SecondFactorLoginBody,
): Promise<LoginAnswer> {
  const { db, clock } = deps;
  const hash = digest(body.challenge);
  const stored = await takeTry(db, { hash, purpose: 'sign-in', now: clock.now() });
  const user = stored?.user_id ? await findAccount(db, stored.user_id) : undefined;
  const isUnchanged =
    user?.status === 'active' && stored?.password_digest?.equals(digest(user.password_hash)) === true;
  if (!stored || !user || !isUnchanged) throw new AppError('SIGN_IN_EXPIRED');
  const owner = { ...origin, userId: user.id, role: user.role };
  const expected = { challenge: body.challenge, userVerification: false };
  const method = await checkFactor(deps, owner, body, expected).catch(async (error: unknown) => {
    if (error instanceof AppError)
      await recordEvent(db, clock, origin, {
        type: 'LOGIN',
        status: 'error',
        ...byActor(owner),
        details: { error: error.message },
      });
    throw error;
  });
  if (!(await deleteChallenge(db, hash))) throw new AppError('SIGN_IN_EXPIRED');
  return openSession(deps, origin, user, { remember: stored.remember, method });
}
