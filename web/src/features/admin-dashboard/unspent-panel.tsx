import { UNSPENT_STATE_NAMES } from '@lading/contract/admin-refunds.ts';
import { counted } from '@lading/contract/format-count.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { formatDollars } from '../../ui/charts/format-figures.ts';
import { Panel, panelPadding } from '../../ui/charts/panel.tsx';
import { COPY } from './copy.ts';
import { useUnspentTotals } from './use-dashboard.ts';

/** A newer server may have more states. */
const STATE_NAMES: Readonly<Partial<Record<string, string>>> = UNSPENT_STATE_NAMES;

/** All-time unspent money. Hidden until it has loaded. */
export function UnspentPanel() {
  const totals = useUnspentTotals();
  if (!totals) return null;
  return (
    <Panel
      title={COPY.unspentTitle}
      aside={
        <Link to={PAGES.adminUnspentMoney} className="link inline-flex min-h-11 items-center md:min-h-6">
          View unspent money
        </Link>
      }
    >
      <dl className={panelPadding}>
        {totals.map(({ state, count, amount }) => (
          <div
            key={state}
            className="flex min-h-11 items-center justify-between gap-4 border-t border-line first:border-t-0 md:min-h-9"
          >
            <dt>
              <Link to={`${PAGES.adminUnspentMoney}?state=${state}`} className="link">
                {STATE_NAMES[state] ?? state}
              </Link>
            </dt>
            <dd className="num flex gap-3">
              <span className="text-text-2">{counted(count, 'item')}</span>
              <span className="font-semibold">{formatDollars(amount)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
