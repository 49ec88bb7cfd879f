import { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { SecondFactors } from '../identity/identity.deps.ts';
import { mustHaveSecondFactor } from './must-have-second-factor.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { removeUnprovenFactors } from './reset-second-factors.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { hasSecondFactor } from './second-factor.store.ts';

/** What signing in and the guards ask about second factors. */
const secondFactorsFor = (deps: () => SecondFactorDeps): SecondFactors => ({
  require: (origin, user, remember) => requireSecondFactor(deps(), origin, user, remember),
  isMissing: async (user) =>
    mustHaveSecondFactor(deps(), user) && !(await hasSecondFactor(deps().db, user.userId)),
  removeAll: (trx, origin, userId) => removeUnprovenFactors(trx, deps(), origin, userId),
});

/** The parts that this domain adds to the application. */
export const secondFactorParts = (
  keys: (again?: boolean) => Promise<Buffer[]>,
  deps: () => SecondFactorDeps,
) => ({
  sealedSecrets: new SealedSecrets(keys),
  secondFactors: secondFactorsFor(deps),
});
