import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface NothingFoundProps {
  title: string;
  page: number;
  onClear: () => void;
  onFirstPage: () => void;
}

/**
 * A page beyond the last looks the same as filters without matches, so it offers both actions. The first keeps
 * the filters and the search.
 */
export function NothingFound({ title, page, onClear, onFirstPage }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <>
          {page > 1 && <Button onClick={onFirstPage}>Go to page 1</Button>}
          <Button variant={page > 1 ? 'secondary' : 'primary'} onClick={onClear}>
            {AUDIT_LOGS.clearFilters}
          </Button>
        </>
      }
    />
  );
}
