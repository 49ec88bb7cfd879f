import type { OrderRuleBody } from '@lading/contract/orders/order-rules.ts';
import { Button } from '../../ui/button.tsx';
import { COPY } from './copy.ts';
import { EXAMPLES } from './examples.ts';
import { ruleSentence } from './rule-sentence.ts';
import { useRuleNames } from './use-order-rules.ts';

export function NoRules({ onUse }: { onUse: (example: OrderRuleBody) => void }) {
  const names = useRuleNames();
  return (
    <div className="grid gap-4">
      <div className="max-w-prose">
        <h2 className="text-h3">{COPY.none}</h2>
        <p className="mt-1 text-text-2">{COPY.noneHint}</p>
      </div>
      <ul aria-label={COPY.examples} className="grid gap-4 lg:grid-cols-3">
        {EXAMPLES.map((example) => (
          <li
            key={example.name}
            className="grid content-start justify-items-start gap-2 rounded-card border border-line bg-surface p-4"
          >
            <h3 className="text-strong">{example.name}</h3>
            <p className="text-text-2">{ruleSentence(example, names)}</p>
            <Button variant="secondary" size="sm" className="mt-1" onClick={() => onUse(example)}>
              {COPY.useExample}
              <span className="sr-only"> ({example.name})</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
