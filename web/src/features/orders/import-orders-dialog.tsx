import { ImportDialog, ImportProblems } from '../../ui/import-dialog.tsx';
import { COPY } from './copy.ts';
import { importFile } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

export function ImportOrdersDialog({ onClose }: { onClose: () => void }) {
  const { refresh } = useOrderChange();
  const send = async (file: File) => {
    const result = await importFile(file);
    await refresh();
    return result;
  };
  return (
    <ImportDialog copy={COPY.import} send={send} onClose={onClose}>
      {(result) => (
        <>
          <p role="status">{COPY.import.result(result)}</p>
          {result.ignoredColumns.length > 0 && (
            <p className="text-text-2 wrap-anywhere">{COPY.import.ignored(result.ignoredColumns)}</p>
          )}
          {result.leftOut > 0 && (
            <ImportProblems summary={COPY.import.leftOut(result.leftOut)} problems={result.problems} />
          )}
        </>
      )}
    </ImportDialog>
  );
}
