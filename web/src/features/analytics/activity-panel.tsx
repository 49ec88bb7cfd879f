import type { AuditStatsAnswer } from '@lading/contract/audit.ts';
import { ANALYTICS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { formatCount } from '../../lib/format-count.ts';
import { Panel } from '../../ui/charts/panel.tsx';
import { FigureRows } from './figure-rows.tsx';
import type { PanelState } from './panel-state.ts';

const ROWS = [
  { name: 'Total activities', count: 'total_logs', to: PAGES.adminAuditLogs },
  { name: 'Successful activities', count: 'success_logs', to: `${PAGES.adminAuditLogs}?status=success` },
  { name: 'Failed activities', count: 'error_logs', to: `${PAGES.adminAuditLogs}?status=error` },
  { name: 'Pending activities', count: 'pending_logs', to: `${PAGES.adminAuditLogs}?status=pending` },
] as const;

export function ActivityPanel({ stats, busy, waiting }: Omit<PanelState<AuditStatsAnswer>, 'range'>) {
  return (
    <Panel title={ANALYTICS.activity} busy={busy}>
      <FigureRows
        waiting={waiting}
        rows={ROWS.map(({ name, count, to }) => ({
          name,
          to,
          figure: stats ? formatCount(stats.overview[count]) : null,
        }))}
      />
    </Panel>
  );
}
