import type { ProductImportAnswer } from '@lading/contract/products.ts';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { importProducts } from '../../lib/products.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';

interface ImportDialogProps {
  onClose: () => void;
  onImported: () => void;
}

export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<ProductImportAnswer | null>(null);
  const { pending, run } = usePending();
  const send = () => {
    if (!file) {
      setProblem(COPY.import.missing);
      return;
    }
    setProblem(null);
    void run(async () => {
      try {
        setResult(await importProducts(file));
        onImported();
      } catch (error) {
        console.error(error);
        setProblem(messageOf(error, COPY.import.failed));
      }
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={COPY.import.title}
      footer={
        result ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" disabled={pending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={pending}>
              {COPY.import.submit}
            </Button>
          </>
        )
      }
    >
      {result ? (
        <ImportResult result={result} />
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Field label={COPY.import.file} required hint={COPY.import.hint} error={problem}>
            {(control) => (
              <input
                {...control}
                type="file"
                name="file"
                accept=".csv,text/csv"
                disabled={pending}
                onChange={(event) => {
                  setProblem(null);
                  setFile(event.target.files?.[0] ?? null);
                }}
                className={controlClass}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}

function ImportResult({ result }: { result: ProductImportAnswer }) {
  const { leftOut, problems } = result;
  return (
    <div className="grid gap-4">
      <p role="status">{COPY.import.result(result)}</p>
      {leftOut > 0 && (
        <>
          <InlineAlert tone="warn">{COPY.import.leftOut(leftOut)}</InlineAlert>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be in the tab order. */}
          <section aria-label="Problems" tabIndex={0} className="max-h-64 overflow-y-auto">
            <ul className="divide-y divide-line border-y border-line">
              {problems.map(({ line, column, message }) => (
                <li key={`${line} ${column} ${message}`} className="py-2">
                  <span className="num text-strong">
                    Line {line}
                    {column && `, ${column}`}
                  </span>
                  <span className="block text-text-2 wrap-anywhere">{message}</span>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}
