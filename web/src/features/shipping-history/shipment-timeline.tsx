import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { cx } from '../../ui/cx.ts';
import { formatHistoryDay } from './history-text.ts';
import type { TimelineStep } from './timeline.ts';

export function ShipmentTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={`${step.at} ${step.text}`} className="relative flex gap-3 pb-4 last:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-4 bottom-0 left-[0.4375rem] w-px bg-line-strong"
            />
          )}
          <span
            aria-hidden="true"
            className={cx(
              'relative mt-1 size-3.5 shrink-0 rounded-full border-2',
              step.ahead ? 'border-control bg-surface' : 'border-text bg-text',
            )}
          />
          <div className={cx('min-w-0', step.ahead && 'text-text-2')}>
            <p className={step.ahead ? undefined : 'font-semibold'}>{step.text}</p>
            {step.note && <p>{step.note}</p>}
            <p className="num text-small text-text-2">
              <When step={step} />
              {step.place && ` · ${step.place}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function When({ step: { at, ahead } }: { step: TimelineStep }) {
  const time = useOperatorTime();
  if (ahead) {
    const day = formatHistoryDay(at);
    return day === null ? 'Not yet' : `Expected ${day}`;
  }
  if (at === null) return null;
  return (
    <time dateTime={at} title={time.exact(at) ?? undefined}>
      {time.minute(at)}
    </time>
  );
}
