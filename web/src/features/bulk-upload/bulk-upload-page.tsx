import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import { BatchView } from './batch-view.tsx';
import { StartView } from './start-view.tsx';

/** A batch has its own URL (`?batch=`), so a reload, another tab or another browser can open it. */
export function BulkUploadPage() {
  const [search, setSearch] = useUrlParameters();
  const id = search.get('batch');
  if (id === null)
    return <StartView onStarted={(batch) => setSearch(() => new URLSearchParams({ batch }))} />;
  return (
    <BatchView
      key={id}
      id={id}
      wanted={search.get('step')}
      onAddress={(address, options) => setSearch(() => address, options)}
    />
  );
}
