import { formatFullDay } from '../../../lib/format-day.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';
import { ruleHint } from './rule-hints.ts';

export function RuleHint({ place }: { place: string }) {
  const hint = ruleHint(place);
  if (!hint) return null;
  return (
    <InlineAlert tone="info">
      <p>{hint.text}</p>
      <p className="text-small">{COPY.asOf(formatFullDay(hint.checked))}</p>
    </InlineAlert>
  );
}
