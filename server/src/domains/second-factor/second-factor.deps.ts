import type { IdentityDeps } from '../identity/identity.deps.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

export interface SecondFactorDeps extends IdentityDeps {
  /** Encrypts the secrets of authenticator apps. */
  sealedSecrets: SealedSecrets;
}
