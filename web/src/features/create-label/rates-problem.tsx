import { WIZARD } from '@lading/contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';

export interface RatesWait {
  /** True while rates are requested. */
  pending: boolean;
  slow: boolean;
  /** Why the last request for rates failed. */
  problem: string | null;
  onCancel: () => void;
}

export function RatesProblem({ pending, slow, problem, onCancel }: RatesWait) {
  if (pending && slow)
    return (
      <InlineAlert tone="info">
        <p role="status">{COPY.rates.slow}</p>
        <Button variant="secondary" size="sm" className="mt-2" onClick={onCancel}>
          Cancel
        </Button>
      </InlineAlert>
    );
  if (problem === null) return null;
  return (
    <InlineAlert tone="bad">
      <p>{WIZARD.ratesFailed}</p>
      {problem !== WIZARD.ratesFailed && <p>{problem}</p>}
    </InlineAlert>
  );
}
