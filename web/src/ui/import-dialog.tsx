import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { controlClass, Field } from './field.tsx';
import { InlineAlert } from './inline-alert.tsx';

interface ImportDialogProps<Result> {
  copy: Record<'title' | 'hint' | 'file' | 'missing' | 'submit' | 'failed', string>;
  send: (file: File) => Promise<Result>;
  onClose: () => void;
  /** What the import did. */
  children: (result: Result) => ReactNode;
}

/** Sends a CSV file, then shows the result. */
export function ImportDialog<Result>({ copy, send, onClose, children }: ImportDialogProps<Result>) {
  const formId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const { pending, run } = usePending();
  const submit = () => {
    if (!file) {
      setProblem(copy.missing);
      return;
    }
    setProblem(null);
    void run(async () => {
      try {
        setResult(await send(file));
      } catch (error) {
        console.error(error);
        setProblem(messageOf(error, copy.failed));
      }
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={copy.title}
      keepsInput
      footer={
        result !== null ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <>
            <Button variant="secondary" disabled={pending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={pending}>
              {copy.submit}
            </Button>
          </>
        )
      }
    >
      {result !== null ? (
        <div className="grid gap-4">{children(result)}</div>
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={copy.file} required hint={copy.hint} error={problem}>
            {(control) => (
              <input
                {...control}
                type="file"
                name="file"
                accept=".csv,text/csv"
                disabled={pending}
                // Browsers refuse to read a file that has changed, and report no change if it is chosen again.
                onClick={(event) => {
                  event.currentTarget.value = '';
                  setFile(null);
                }}
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

interface ImportProblemsProps {
  /** How many were left out, in words. */
  summary: string;
  problems: readonly { line: number; column: string; message: string }[];
}

export function ImportProblems({ summary, problems }: ImportProblemsProps) {
  return (
    <>
      <InlineAlert tone="warn">{summary}</InlineAlert>
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
  );
}
