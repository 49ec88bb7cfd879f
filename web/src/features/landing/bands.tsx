import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { COPY } from './copy.ts';

export function SavingsBand() {
  return (
    <section aria-labelledby="savings" className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 py-16 md:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-center lg:px-8 lg:py-24">
        <p
          aria-hidden="true"
          className="num text-[clamp(5.5rem,15vw,11rem)] leading-[0.85] font-[750] tracking-[-0.04em] [font-stretch:112%]"
        >
          {LANDING_SAVINGS_PERCENT}%
        </p>
        <div>
          <h2 id="savings" className="text-[1.75rem] leading-[1.15] font-[650] md:text-[2.25rem]">
            {COPY.savings.title}
          </h2>
          <p className="mt-4 max-w-prose text-[1.125rem] leading-7 text-text-2">{COPY.savings.text}</p>
          <p className="mt-6 max-w-prose border-l-2 border-signal pl-3 text-small text-text-2">
            {COPY.savings.note}
          </p>
        </div>
      </div>
    </section>
  );
}

export function StepsBand() {
  return (
    <section aria-labelledby="steps" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 lg:px-8 lg:py-24">
        <h2 id="steps" className="text-[1.75rem] leading-[1.15] font-[650] md:text-[2.25rem]">
          {COPY.steps.title}
        </h2>
        <ol className="mt-10 grid border-t-2 border-text sm:grid-cols-2 lg:grid-cols-5">
          {COPY.steps.list.map(({ title, text }, index) => (
            <li
              key={title}
              className="border-b border-line py-4 sm:pr-5 lg:border-b-0 lg:border-l lg:py-5 lg:pl-5 lg:first:border-l-0 lg:first:pl-0"
            >
              <p className="num text-micro text-text-2">
                Step {index + 1} / {COPY.steps.list.length}
              </p>
              <h3 className="mt-2 text-h3">{title}</h3>
              <p className="mt-1 text-lead text-text-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function ClosingBand() {
  return (
    <section aria-labelledby="start" className="bg-text text-canvas">
      <div className="mx-auto flex max-w-page flex-col gap-8 px-4 py-14 md:flex-row md:items-center md:justify-between md:px-6 lg:px-8 lg:py-20">
        <div>
          <h2 id="start" className="text-[1.75rem] leading-[1.15] font-[650] md:text-[2.25rem]">
            {COPY.closing.title}
          </h2>
          <p className="mt-3 text-lead">{COPY.closing.text}</p>
        </div>
        <div className="flex flex-wrap gap-3 md:shrink-0 md:flex-nowrap">
          <a href={PAGES.signup} className={buttonClass({ variant: 'reversed', size: 'lg' })}>
            {LABELS.getStarted}
          </a>
          <a href={PAGES.login} className={buttonClass({ variant: 'reversed-outline', size: 'lg' })}>
            {LABELS.logIn}
          </a>
        </div>
      </div>
    </section>
  );
}
