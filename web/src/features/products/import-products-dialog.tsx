import { importProducts } from '../../lib/products.ts';
import { ImportDialog, ImportProblems } from '../../ui/import-dialog.tsx';
import { COPY } from './copy.ts';

interface ImportProductsDialogProps {
  onClose: () => void;
  onImported: () => void;
}

export function ImportProductsDialog({ onClose, onImported }: ImportProductsDialogProps) {
  const send = async (file: File) => {
    const result = await importProducts(file);
    onImported();
    return result;
  };
  return (
    <ImportDialog copy={COPY.import} send={send} onClose={onClose}>
      {(result) => (
        <>
          <p role="status">{COPY.import.result(result)}</p>
          {result.leftOut > 0 && (
            <ImportProblems summary={COPY.import.leftOut(result.leftOut)} problems={result.problems} />
          )}
        </>
      )}
    </ImportDialog>
  );
}
