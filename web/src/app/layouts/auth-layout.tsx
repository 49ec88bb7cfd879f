import { PAGES } from '@lading/contract/routes.ts';
import { Outlet } from 'react-router';
import { Label } from '../../ui/label/label.tsx';
import type { LabelData } from '../../ui/label/label-data.ts';
import { Mark } from '../../ui/mark.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { SkipLink } from '../skip-link.tsx';

const EXAMPLE: LabelData = {
  carrier: 'USPS',
  service: 'Ground Advantage',
  band: 'GROUND · 3 DAYS',
  from: {
    name: 'Ada Park',
    lines: ['Park Candle Works', '1120 NW Couch St'],
    city: 'Portland',
    state: 'OR',
    zip: '97209',
  },
  to: { name: 'Dana Reyes', lines: ['500 W 2nd St Apt 1900'], city: 'Austin', state: 'TX', zip: '78701' },
  weight: '2.0 lb',
  dimensions: [12, 9, 4],
  shipDate: 'Nov 17',
  reference: 'Order 1042',
};

export function AuthLayout() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-2">
      <SkipLink />
      <div className="flex min-h-dvh min-w-0 flex-col px-4 md:px-8">
        <header className="flex h-16 shrink-0 items-center">
          <a href={PAGES.landing} className="inline-flex min-h-11 items-center rounded-control">
            <Mark />
          </a>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid w-full max-w-form flex-1 content-center py-8 outline-none"
        >
          <div>
            <Outlet />
          </div>
        </main>
        <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-6 text-small text-text-2">
          <span className="flex gap-4">
            <a href={PAGES.terms} className="link inline-flex min-h-6 items-center">
              Terms
            </a>
            <a href={PAGES.privacy} className="link inline-flex min-h-6 items-center">
              Privacy
            </a>
          </span>
          <ThemeSwitch />
        </footer>
      </div>
      <aside
        aria-label="Example of a label"
        className="sticky top-0 hidden h-dvh place-items-center border-l border-line bg-surface-2 lg:grid"
      >
        <Label data={EXAMPLE} size="preview" mode="preview" />
      </aside>
    </div>
  );
}
