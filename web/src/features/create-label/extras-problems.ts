import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { MAX_INSURED_CENTS } from '@lading/contract/customs/extras.ts';
import { totalValueCents } from '@lading/contract/customs/totals.ts';
import { centsOf } from '@lading/contract/money.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import { COPY } from './copy.ts';
import { isDeclared } from './customs/customs-route.ts';
import { declarationSoFar } from './customs/customs-values.ts';
import type { Wizard } from './wizard-state.ts';

export function extrasProblems(
  wizard: Pick<Wizard, 'sender' | 'recipient' | 'parcel' | 'customs' | 'extras'>,
): Problems {
  const problem = insuranceProblem(wizard);
  return problem ? { 'extras.insuredValue': problem } : {};
}

function insuranceProblem(wizard: Parameters<typeof extrasProblems>[0]): string | null {
  const text = wizard.extras.insuredValue;
  if (text.trim() === '') return null;
  const amount = typedNumber(text);
  if (!(amount >= 0)) return COPY.extras.insuredInvalid;
  if (centsOf(amount) > MAX_INSURED_CENTS) return CUSTOMS.insuranceTooHigh;
  const declared = totalValueCents(declarationSoFar(wizard.customs).items);
  return isDeclared(wizard) && centsOf(amount) > declared ? CUSTOMS.insuranceAboveValue : null;
}
