import { MONEY_FIGURES, type MoneyData, type MoneyFigure } from '@lading/contract/admin-money.ts';
import { daysIn } from '@lading/contract/date-range.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { formatPercent, shareOf } from '../../ui/charts/format-figures.ts';
import { MetricCard } from '../../ui/charts/metric-card.tsx';
import { cx } from '../../ui/cx.ts';
import { COPY } from './copy.ts';
import { totalLink } from './money-links.ts';
import type { MoneyView } from './money-view.ts';

interface MoneyCardsProps {
  view: MoneyView;
  money: MoneyData | undefined;
  busy: boolean;
  waiting: boolean;
}

/** The totals of the period. Each opens its rows. */
export function MoneyCards({ view, money, busy, waiting }: MoneyCardsProps) {
  return (
    <dl
      aria-busy={busy || undefined}
      className={cx('grid gap-4 sm:grid-cols-2 xl:grid-cols-4', busy && 'opacity-80')}
    >
      {MONEY_FIGURES.map((figure) => (
        <MetricCard
          key={figure}
          title={COPY.figures[figure].name}
          figure={money ? formatMoney(money.totals[figure]) : null}
          waiting={waiting}
          to={money && totalLink(view, figure)}
        >
          <span>{COPY.figures[figure].note}</span>
          {money && <Facts money={money} figure={figure} />}
        </MetricCard>
      ))}
    </dl>
  );
}

function Facts({ money, figure }: { money: MoneyData; figure: MoneyFigure }) {
  const { totals, before, metadata } = money;
  const days = daysIn(metadata);
  return (
    <span className="num mt-auto grid gap-1">
      {figure === 'netMargin' && totals.revenue > 0 && (
        <span>{COPY.shareOfRevenue(formatPercent(shareOf(totals.netMargin, totals.revenue)))}</span>
      )}
      <span>
        {before[figure] === 0 ? COPY.nothingBefore(days) : COPY.before(formatMoney(before[figure]), days)}
      </span>
    </span>
  );
}
