import type { Role } from '@lading/contract/constants.ts';
import type { SecondFactorFor } from '@lading/contract/runtime-config.ts';

/** Staff in `strict`; everyone if the operator requires it. */
export const mustHaveSecondFactor = (
  { secondFactorFor }: { secondFactorFor: SecondFactorFor },
  { role }: { role: Role },
): boolean => secondFactorFor === 'everyone' || (secondFactorFor === 'staff' && role === 'admin');
