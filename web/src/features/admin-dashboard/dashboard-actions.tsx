import { DASHBOARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { ExportButton } from '../../ui/export-button.tsx';
import { type DashboardView, queryOf } from './dashboard-view.ts';

export const DashboardActions = ({ view }: { view: DashboardView }) => (
  <>
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
  </>
);
