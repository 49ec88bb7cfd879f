import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../lib/api-error.ts';
import { type Checked, type Problems, problemsByField } from '../lib/form-problems.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { InlineAlert } from './inline-alert.tsx';

interface FormDialogProps<Body> {
  title: string;
  submitLabel: string;
  /** `destructive` if submitting deletes something. */
  variant?: 'primary' | 'destructive';
  size?: 'md' | 'lg';
  onClose: () => void;
  /** Validates the fields. */
  check: () => Checked<Body>;
  /** The dialog closes on success. If this throws, it stays open and shows the reason. */
  send: (body: Body) => Promise<void>;
  /** Turns an error of `send` into a message. */
  explain: (error: unknown) => string;
  /** Set if `send` shows its failures as toasts, which are announced. */
  announced?: boolean;
  /** Fields are disabled while pending. */
  children: (state: { errors: Problems; pending: boolean }) => ReactNode;
}

/** React also reports keys of dialogs that this form has opened. */
const isSubmitKey = ({ key, ctrlKey, metaKey, repeat, currentTarget, target }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat && currentTarget.contains(target as Node);

/** Ctrl+Enter or ⌘+Enter submits from any field, including multi-line ones. */
export function FormDialog<Body>(props: FormDialogProps<Body>) {
  const { title, submitLabel, variant = 'primary', onClose, check, send, explain, children } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [errors, setErrors] = useState<Problems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { pending, run } = usePending();

  // Fields lose the focus when they are disabled during submission.
  useEffect(() => {
    if (refusals === 0 || pending) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (invalid ?? submitButton.current)?.focus();
  }, [refusals, pending]);

  const refuse = (found: Problems, reason: string | null) => {
    setErrors(found);
    setProblem(reason);
    setRefusals((count) => count + 1);
  };
  const submit = () => {
    const checked = check();
    if ('errors' in checked) return refuse(checked.errors, null);
    setErrors({});
    setProblem(null);
    void run(async () => {
      try {
        await send(checked.body);
        onClose();
      } catch (error) {
        refuse(error instanceof ApiError ? problemsByField(error.fields) : {}, explain(error));
      }
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={title}
      size={props.size ?? 'md'}
      keepsInput
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button ref={submitButton} type="submit" form={formId} variant={variant} loading={pending}>
            {submitLabel}
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
          submit();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (!isSubmitKey(event)) return;
          event.preventDefault();
          submit();
        }}
      >
        {children({ errors, pending })}
        {problem && (
          <InlineAlert tone="bad" announced={props.announced === true}>
            {problem}
          </InlineAlert>
        )}
      </form>
    </Dialog>
  );
}
