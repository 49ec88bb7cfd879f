import type { Batch } from '@lading/contract/bulk.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { COPY } from '../copy.ts';
import { duplicateFileText } from '../duplicate-text.ts';
import { ProgressStrip } from '../progress/progress-strip.tsx';

/** Warns before the same file is paid for twice. */
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

/** A bar for fewer checks would flicker with every edit. */
const FEW = 20;

export function AddressProgress({ batch: { work } }: { batch: Batch }) {
  if (work?.what !== 'addresses' || work.total <= FEW) return null;
  const text = COPY.review.checkingAddresses(work.done, work.total);
  return (
    <ProgressStrip name="Address checks" work={work} spoken={text}>
      {text}
    </ProgressStrip>
  );
}
