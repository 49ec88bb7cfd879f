import { BatchesAnswerSchema } from '@lading/contract/bulk.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiRequest } from '../../lib/api-client.ts';
import { batchProgressText, isUnfinished } from '../../lib/batch-state.ts';
import { buttonClass } from '../../ui/button.tsx';

/** The newest unfinished upload, if any. */
export function UnfinishedUpload() {
  const { data } = useQuery({
    queryKey: ['unfinished-upload'],
    queryFn: async () =>
      (await apiRequest(BatchesAnswerSchema, API.batches)).batches.find(isUnfinished) ?? null,
    staleTime: 0,
  });
  if (!data) return null;
  return (
    <section aria-labelledby="unfinished" className="mt-10">
      <h2 id="unfinished" className="text-h3">
        Pick up where you left off
      </h2>
      <div className="stub mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-x border-b border-line bg-surface px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="text-strong wrap-anywhere">{data.fileName}</p>
          <p className="num text-text-2">{batchProgressText(data)}</p>
        </div>
        <Link
          to={`${PAGES.bulkUpload}?batch=${encodeURIComponent(data.id)}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          Continue<span className="sr-only"> {data.fileName}</span>
        </Link>
      </div>
    </section>
  );
}
