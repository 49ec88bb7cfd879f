import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';

export function SiteHeader() {
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-4 md:px-6 lg:px-8">
        <a
          href={PAGES.landing}
          aria-label="Lading home"
          className="inline-flex min-h-11 items-center rounded-control"
        >
          <Mark />
        </a>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
          <a href={PAGES.login} className={buttonClass({ variant: 'ghost' })}>
            {LABELS.logIn}
          </a>
          <a href={PAGES.signup} className={buttonClass()}>
            {LABELS.getStarted}
          </a>
        </nav>
      </div>
    </header>
  );
}
