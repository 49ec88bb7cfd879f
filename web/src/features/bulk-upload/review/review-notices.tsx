import type { Batch } from '@lading/contract/bulk.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { ProgressStrip } from '../progress/progress-strip.tsx';
import { duplicateFileText } from './duplicate-text.ts';
import { figure } from './figure.ts';

/** The same file as an earlier one, told before anyone pays twice. */
export function DuplicateFile({
  batch: { duplicateOf },
  onDiscard,
}: {
  batch: Batch;
  onDiscard: () => void;
}) {
  const [accepted, setAccepted] = useState(false);
  if (!duplicateOf || accepted) return null;
  return (
    <InlineAlert tone="warn">
      <p>{duplicateFileText(duplicateOf)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setAccepted(true)}>
          Continue anyway
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </InlineAlert>
  );
}

/** Too few to be worth a bar that comes and goes with every edit. */
const FEW = 20;

export function AddressProgress({ batch: { work } }: { batch: Batch }) {
  if (work?.what !== 'addresses' || work.total <= FEW) return null;
  const text = `Checking addresses ${figure(work.done)} of ${figure(work.total)}`;
  return (
    <ProgressStrip name="Address checks" work={work} spoken={text}>
      {text}
    </ProgressStrip>
  );
}
