import { lazy, Suspense, useState } from 'react';
import type { HsSearchDialogProps } from './hs-search-dialog.tsx';

const HsSearchDialog = lazy(async () => ({
  default: (await import('./hs-search-dialog.tsx')).HsSearchDialog,
}));

/** Loaded on first use, then kept for its closing animation. */
export function HsSearch(props: HsSearchDialogProps) {
  const [wanted, setWanted] = useState(false);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <HsSearchDialog {...props} />
    </Suspense>
  );
}
