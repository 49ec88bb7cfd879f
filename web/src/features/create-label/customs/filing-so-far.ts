import { filingOf } from '@lading/contract/customs/check-declaration.ts';
import type { Wizard } from '../wizard-state.ts';
import { declarationSoFar } from './customs-values.ts';

/** What the items typed so far need at export. */
export const filingSoFar = ({
  sender,
  recipient,
  customs,
}: Pick<Wizard, 'sender' | 'recipient' | 'customs'>) =>
  filingOf({ from: sender, to: recipient, customs: declarationSoFar(customs) });
