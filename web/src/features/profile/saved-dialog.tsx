import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { type Checked, type Problems, problemsByField } from './form-problems.ts';

interface SavedDialogProps<Body> {
  title: string;
  onClose: () => void;
  /** Reads what the fields hold. */
  check: () => Checked<Body>;
  save: (body: Body) => Promise<void>;
  children: (errors: Problems) => ReactNode;
}

export function SavedDialog<Body>({ title, onClose, check, save, children }: SavedDialogProps<Body>) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Problems>({});
  const [refusals, setRefusals] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const { pending, run } = usePending();

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

  const refuse = (found: Problems) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  const submit = () =>
    run(async () => {
      const checked = check();
      setProblem(null);
      if ('errors' in checked) return refuse(checked.errors);
      setErrors({});
      try {
        await save(checked.body);
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.fields.length > 0) refuse(problemsByField(error.fields));
        setProblem(reasonOf(error));
      }
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={title}
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={pending}>
            Save
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        {children(errors)}
      </form>
    </Dialog>
  );
}
