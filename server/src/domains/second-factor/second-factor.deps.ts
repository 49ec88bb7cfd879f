import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { IdentityDeps } from '../identity/identity.deps.ts';

export interface SecondFactorDeps extends IdentityDeps {
  /** Encrypts the secrets of authenticator apps. */
  sealedSecrets: SealedSecrets;
}
