import { dateIn } from '@lading/contract/calendar-date.ts';
import { DASHBOARD_DAYS, DASHBOARD_PERIODS } from '@lading/contract/date-range.ts';
import { ANALYTICS } from '@lading/contract/messages.ts';
import { CalendarRange } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { ChosenPeriod } from '../lib/chosen-period.ts';
import { useOperatorTime } from '../lib/use-operator-time.ts';
import { Button } from './button.tsx';
import { CustomRange } from './custom-range.tsx';
import { Icon } from './icon.tsx';
import { Segmented } from './segmented.tsx';

const DAYS = { today: 'Today', yesterday: 'Yesterday' } as const;
const PERIOD_OPTIONS = [
  ...DASHBOARD_PERIODS.map((value) => ({ value, label: value })),
  ...DASHBOARD_DAYS.map((value) => ({ value, label: DAYS[value] })),
];

interface PeriodBarProps {
  period: ChosenPeriod;
  onPeriod: (period: ChosenPeriod) => void;
  /** Further actions in the same row. */
  children?: ReactNode;
}

/** Chooses a period or a range of days. */
export function PeriodBar({ period, onPeriod, children }: PeriodBarProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const today = dateIn(useOperatorTime().timeZone, new Date());
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="grid gap-3 lg:justify-items-end">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          legend="Period"
          value={typeof period === 'object' ? null : period}
          options={PERIOD_OPTIONS}
          onChange={onPeriod}
          className="w-full sm:w-auto"
        />
        <Button
          ref={button}
          variant="secondary"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon of={CalendarRange} className="size-4" />
          {ANALYTICS.customRange}
        </Button>
        {children}
      </div>
      {open && (
        <CustomRange
          id={id}
          shown={typeof period === 'object' ? period : null}
          today={today}
          onCancel={close}
          onChoose={(range) => {
            onPeriod(range);
            close();
          }}
        />
      )}
    </div>
  );
}
