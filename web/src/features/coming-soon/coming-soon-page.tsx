import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function ComingSoonPage({ title, home }: { title: string; home: string }) {
  return (
    <>
      <h1 className="text-h1">{title}</h1>
      <div className="mt-6 rounded-card border border-line bg-surface">
        <EmptyState
          title="This screen is not part of this version yet"
          action={
            <Link to={home} className={buttonClass()}>
              Back to the dashboard
            </Link>
          }
        />
      </div>
    </>
  );
}
