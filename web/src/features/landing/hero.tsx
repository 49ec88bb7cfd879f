import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Label } from '../../ui/label/label.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { COPY } from './copy.ts';
import { EXAMPLE_OPTIONS, EXAMPLES, type ExampleKey } from './examples.ts';
import { RuledWell } from './ruled-well.tsx';

export function Hero() {
  const [example, setExample] = useState<ExampleKey>('candle');
  return (
    <section className="mx-auto grid max-w-page items-center gap-x-12 gap-y-12 px-4 pt-10 pb-16 md:px-6 md:pt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:px-8 lg:pb-24">
      <div>
        <p className="text-micro text-text-2">{COPY.hero.carriers}</p>
        <h1 className="mt-4 text-display">{COPY.hero.title}</h1>
        <p className="mt-6 max-w-[34rem] text-[1.125rem] leading-7 text-text-2">{COPY.hero.lead}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href={PAGES.signup} className={buttonClass({ size: 'lg' })}>
            {LABELS.getStarted}
          </a>
          <a href={PAGES.login} className={buttonClass({ variant: 'secondary', size: 'lg' })}>
            {LABELS.logIn}
          </a>
        </div>
        <p className="mt-6 text-small text-text-2">{COPY.hero.note}</p>
      </div>
      <div className="mx-auto w-full max-w-[27rem] min-w-0">
        <RuledWell>
          <Label data={EXAMPLES[example]} size="preview" mode="preview" />
        </RuledWell>
        <Segmented
          legend="Example shipment"
          value={example}
          onChange={setExample}
          options={EXAMPLE_OPTIONS}
          className="mt-3"
        />
      </div>
    </section>
  );
}
