import { ANALYTICS_RANGES, type DateRange } from '@lading/contract/date-range.ts';
import { ANALYTICS } from '@lading/contract/messages.ts';
import { CalendarRange } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatRange } from '../../ui/charts/format-figures.ts';
import { CustomRange } from '../../ui/custom-range.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { Select } from '../../ui/select.tsx';
import type { AnalyticsView } from './analytics-view.ts';
import { COPY } from './copy.ts';

const RANGE_OPTIONS = ANALYTICS_RANGES.map((value) => ({ value, label: ANALYTICS.ranges[value] }));
/** In the list only while selected. A separate button selects it. */
const CUSTOM_OPTION = { value: 'custom', label: ANALYTICS.customRange } as const;

interface RangeBarProps {
  view: AnalyticsView;
  /** Null until the operator's current date is known. */
  range: DateRange | null;
  today: string;
  onView: (view: AnalyticsView) => void;
}

export function RangeBar({ view, range, today, onView }: RangeBarProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isCustom = typeof view === 'object';
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="mt-4 grid gap-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Select
          label="Range"
          name="range"
          value={isCustom ? CUSTOM_OPTION.value : view}
          options={isCustom ? [...RANGE_OPTIONS, CUSTOM_OPTION] : RANGE_OPTIONS}
          onChange={(value) => value !== CUSTOM_OPTION.value && onView(value)}
          className="w-full sm:w-48"
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
      </div>
      {open && (
        <CustomRange
          id={id}
          shown={range}
          today={today}
          onCancel={close}
          onChoose={(chosen) => {
            onView(chosen);
            close();
          }}
        />
      )}
      <p className="num min-h-6 text-text-2 md:min-h-5">
        {range && (
          <>
            <span>{formatRange(range)}</span> · <ZoneNote />
            {view === '30d' && <span className="block text-small">{COPY.thirtyDays}</span>}
          </>
        )}
      </p>
    </div>
  );
}
