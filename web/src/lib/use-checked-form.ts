import { useEffect, useRef, useState } from 'react';

type FieldProblems<Field extends string> = Partial<Record<Field, string>>;

const focusNamed = (container: HTMLElement | null, name: string) =>
  container?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

interface CheckedFormOptions<Field extends string> {
  /** In the order of the form: the first one with a problem gets the focus. */
  fields: readonly Field[];
  check: () => FieldProblems<Field>;
  /** For a restored draft that may be out of date. */
  showFromStart?: boolean;
}

/** A form that shows problems only after the first submit, and then keeps them up to date. */
export function useCheckedForm<Field extends string>(options: CheckedFormOptions<Field>) {
  const { fields, check, showFromStart = false } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(showFromStart);
  const focusField = (name: Field) => focusNamed(formRef.current, name);
  const problems: FieldProblems<Field> = submitted ? check() : {};

  const submit = (onValid: () => void) => {
    setSubmitted(true);
    const found = check();
    const first = fields.find((name) => found[name] !== undefined);
    if (first === undefined) onValid();
    else focusField(first);
  };
  return { formRef, problems, focusField, submit };
}

/**
 * Problems that the form or the server found on submit. Each one stays until its field changes. Showing them
 * focuses the first invalid field, but only after `pending` ends, because a disabled field cannot get the focus.
 */
export function useFormProblems<Field extends string, Container extends HTMLElement = HTMLFormElement>(
  pending = false,
) {
  const formRef = useRef<Container>(null);
  const [problems, setProblems] = useState<FieldProblems<Field>>({});
  const [shown, setShown] = useState(0);

  useEffect(() => {
    if (shown === 0 || pending) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [shown, pending]);

  return {
    formRef,
    problems,
    focusField: (name: Field) => focusNamed(formRef.current, name),
    show(found: FieldProblems<Field>) {
      setProblems(found);
      setShown((count) => count + 1);
    },
    /** Clears all problems if no names are given. */
    clear(names?: readonly string[]) {
      setProblems((before) => {
        if (!names) return {};
        const kept = Object.entries(before).filter(([field]) => !names.includes(field));
        return Object.fromEntries(kept) as FieldProblems<Field>;
      });
    },
  };
}
