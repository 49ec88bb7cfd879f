import type { AuditStatsAnswer } from '@lading/contract/audit.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import { ANALYTICS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Panel } from '../../ui/charts/panel.tsx';
import { FigureRows } from './figure-rows.tsx';
import type { PanelState } from './panel-state.ts';

const ROWS = [
  { name: 'Total activities', count: 'total_logs', status: null },
  { name: 'Successful activities', count: 'success_logs', status: 'success' },
  { name: 'Failed activities', count: 'error_logs', status: 'error' },
  { name: 'Pending activities', count: 'pending_logs', status: 'pending' },
] as const;

export function ActivityPanel({ stats, range, busy, waiting }: PanelState<AuditStatsAnswer>) {
  const { startDate, endDate } = range;
  return (
    <Panel title={ANALYTICS.activity} busy={busy}>
      <FigureRows
        waiting={waiting}
        rows={ROWS.map(({ name, count, status }) => ({
          name,
          to: `${PAGES.adminAuditLogs}?${new URLSearchParams({ ...(status && { status }), startDate, endDate })}`,
          figure: stats ? formatCount(stats.overview[count]) : null,
        }))}
      />
    </Panel>
  );
}
