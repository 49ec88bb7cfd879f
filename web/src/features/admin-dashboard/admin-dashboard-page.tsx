import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { OpenBreaks } from './open-breaks.tsx';
import { RecentActivity } from './recent-activity.tsx';

export function AdminDashboardPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-h1">{LABELS.adminDashboard}</h1>
        <Link to={PAGES.adminAnalytics} className="link inline-flex min-h-11 items-center md:min-h-6">
          View analytics
        </Link>
      </div>
      <OpenBreaks />
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
        <RecentActivity />
        <section aria-labelledby="figures" className="rule-heavy bg-surface-2 p-5">
          <h2 id="figures" className="text-h3">
            No figures yet
          </h2>
          <p className="mt-2 text-text-2">
            Revenue, shipments, top clients and carriers appear here once shipments exist. Nothing is
            estimated before that.
          </p>
        </section>
      </div>
    </>
  );
}
