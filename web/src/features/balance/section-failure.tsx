import type { UseQueryResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { COPY } from './copy.ts';

export function SectionFailure({ query }: { query: UseQueryResult }) {
  return (
    <ErrorPanel
      message={COPY.loadFailed}
      reason={reasonOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}
