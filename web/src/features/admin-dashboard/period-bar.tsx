import { dateIn } from '@lading/contract/calendar-date.ts';
import { DASHBOARD_DAYS, DASHBOARD_PERIODS } from '@lading/contract/date-range.ts';
import { ANALYTICS, DASHBOARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { CalendarRange } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { Button } from '../../ui/button.tsx';
import { CustomRange } from '../../ui/custom-range.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { COPY } from './copy.ts';
import { type DashboardView, queryOf } from './dashboard-view.ts';

const PERIOD_OPTIONS = [
  ...DASHBOARD_PERIODS.map((value) => ({ value, label: value })),
  ...DASHBOARD_DAYS.map((value) => ({ value, label: COPY.days[value] })),
];

interface PeriodBarProps {
  view: DashboardView;
  onPeriod: (period: DashboardView['period']) => void;
}

export function PeriodBar({ view, onPeriod }: PeriodBarProps) {
  const { period } = view;
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
        <ExportButton
          label="Export"
          path={API.adminDashboardExport}
          query={queryOf(view)}
          exported={DASHBOARD.exported}
          failed={DASHBOARD.exportFailed}
        />
        <Link to={PAGES.adminAnalytics} className="link inline-flex min-h-11 items-center md:min-h-6">
          View analytics
        </Link>
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
