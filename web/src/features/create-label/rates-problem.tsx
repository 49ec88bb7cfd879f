import { WIZARD } from '@lading/contract/messages.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';

/** Why the last request for rates failed. */
export function RatesProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <InlineAlert tone="bad">
      <p>{WIZARD.ratesFailed}</p>
      {problem !== WIZARD.ratesFailed && <p>{problem}</p>}
    </InlineAlert>
  );
}
