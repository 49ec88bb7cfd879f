import { useEffect, useRef, useState } from 'react';

export type FieldProblems<Field extends string> = Partial<Record<Field, string>>;

const focusNamed = (container: HTMLElement | null, name: string) =>
  container?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

interface CheckedFormOptions<Field extends string> {
  /** In the order of the form: the first one with a problem gets the focus. */
  fields: readonly Field[];
  check: () => FieldProblems<Field>;
  /** For a restored draft that may have gone out of date. */
  showFromStart?: boolean;
}

/** A form that shows no problems until it is submitted, and from then on keeps them current. */
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
 * Problems found on submit, here or by the server; they stay until the field changes. Showing them focuses
 * the first invalid field, after `pending` ends, because a disabled field cannot take the focus.
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
    /** Without names: all of them. */
    clear(names?: readonly string[]) {
      setProblems((before) => {
        if (!names) return {};
        const kept = Object.entries(before).filter(([field]) => !names.includes(field));
        return Object.fromEntries(kept) as FieldProblems<Field>;
      });
    },
  };
}
