import { lazy, Suspense } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { proofQuestion } from '../../lib/proof.ts';

const ProveDialog = lazy(async () => ({ default: (await import('./prove-dialog.tsx')).ProveDialog }));

/** Asks for a proof of identity whenever a call needs one, on every screen. */
export function ProveLayer() {
  const question = useStore(proofQuestion);
  if (!question) return null;
  return (
    <Suspense>
      <ProveDialog onAnswer={question.answer} />
    </Suspense>
  );
}
