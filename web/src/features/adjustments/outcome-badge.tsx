import { ArrowRight, Shield } from 'lucide-react';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { COPY } from './copy.ts';

const LOOKS = {
  passed_on: { tone: 'info', icon: ArrowRight },
  absorbed: { tone: 'neutral', icon: Shield },
} as const;

const isKnown = (outcome: string): outcome is keyof typeof LOOKS => Object.hasOwn(LOOKS, outcome);

/** An unknown outcome is shown unchanged. */
export function OutcomeBadge({ outcome }: { outcome: string }) {
  const { tone, icon } = isKnown(outcome) ? LOOKS[outcome] : LOOKS.absorbed;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {isKnown(outcome) ? COPY.outcomes[outcome] : outcome}
    </StatusBadge>
  );
}
