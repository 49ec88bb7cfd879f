import { CircleCheck, CircleX, Clock, Send, TimerOff } from 'lucide-react';
import { StatusBadge } from '../status-badge.tsx';
import { COPY } from './copy.ts';

const LOOKS = {
  open: { tone: 'warn', icon: Clock },
  sent: { tone: 'info', icon: Send },
  won: { tone: 'ok', icon: CircleCheck },
  lost: { tone: 'bad', icon: CircleX },
  expired: { tone: 'neutral', icon: TimerOff },
} as const;

const isKnown = (state: string): state is keyof typeof LOOKS => Object.hasOwn(LOOKS, state);

/** An unknown state is shown unchanged. */
export function DisputeBadge({ state }: { state: string }) {
  const { tone, icon } = isKnown(state) ? LOOKS[state] : LOOKS.expired;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {isKnown(state) ? COPY.states[state] : state}
    </StatusBadge>
  );
}
