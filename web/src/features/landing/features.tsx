import type { ReactNode } from 'react';
import { COPY } from './copy.ts';
import { BulkMiniature, LabelMiniature, PriceMiniature, RoutingMiniature } from './miniatures.tsx';

interface FeatureProps {
  datum: string;
  title: string;
  text: string;
  children: ReactNode;
}

function Feature({ datum, title, text, children }: FeatureProps) {
  return (
    <li className="rule-heavy flex flex-col pt-3">
      <p className="num text-micro text-text-2">{datum}</p>
      <h3 className="mt-3 text-h3">{title}</h3>
      <p className="mt-2 text-lead text-text-2">{text}</p>
      <div className="mt-6 grid flex-1">{children}</div>
    </li>
  );
}

export function Features() {
  return (
    <section aria-labelledby="features" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 lg:px-8 lg:py-24">
        <h2 id="features" className="max-w-[24ch] text-[1.75rem] leading-[1.15] font-[650] md:text-[2.25rem]">
          {COPY.features.title}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-14 md:grid-cols-2 xl:grid-cols-4">
          <Feature {...COPY.features.labels}>
            <LabelMiniature />
          </Feature>
          <Feature {...COPY.features.savings}>
            <PriceMiniature />
          </Feature>
          <Feature {...COPY.features.bulk}>
            <BulkMiniature />
          </Feature>
          <Feature {...COPY.features.routing}>
            <RoutingMiniature />
          </Feature>
        </ul>
      </div>
    </section>
  );
}
