import { useEffect, useState } from 'react';
import type { Problems } from '../../lib/form-problems.ts';
import { useCheckedForm } from '../../lib/use-checked-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { COPY } from './copy.ts';
import { isDeclared } from './customs/customs-route.ts';
import { rememberSigner } from './customs/remembered-signer.ts';
import { useCustomsForm } from './customs/use-customs-form.ts';
import { extrasProblems } from './extras-problems.ts';
import { PACKAGE_FIELDS, packageProblems } from './parcel-values.ts';
import { openProblems, type RefusedFields } from './refused-fields.ts';
import type { Wizard } from './wizard-state.ts';

/** Without the form, a declaration cannot be checked or sent. */
function useCustomsProblems(wizard: Wizard): Problems {
  const declared = isDeclared(wizard);
  const { data: form, isError } = useCustomsForm(declared);
  if (!declared) return {};
  return form?.problemsOf(wizard) ?? { customs: isError ? COPY.customs.loadFailed : COPY.customs.loading };
}

interface Options {
  wizard: Wizard;
  today: string;
  refused: RefusedFields | null;
  pending: boolean;
}

/** The problems of the step, found here or by the server. The first one gets the focus. */
export function usePackageForm({ wizard, today, refused, pending }: Options) {
  const { shippingDate, customs } = wizard;
  const session = useSession();
  const found: Problems = {
    ...packageProblems(wizard, today),
    ...useCustomsProblems(wizard),
    ...extrasProblems(wizard),
  };
  const { formRef, problems, submit } = useCheckedForm<string>({
    fields: [...PACKAGE_FIELDS, ...Object.keys(found)],
    check: () => found,
    // The date of a restored draft may have passed.
    showFromStart: shippingDate !== '' && shippingDate < today,
  });

  // A field may appear only with its problem, so the focus waits until the problems are on screen.
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (pending || (attempts === 0 && refused === null)) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]')?.focus();
  }, [attempts, refused, pending, formRef]);

  return {
    formRef,
    problems: { ...openProblems(refused, wizard), ...problems },
    submit: (onValid: () => void) => {
      submit(onValid);
      if (Object.keys(found).length > 0) setAttempts((count) => count + 1);
      else if (isDeclared(wizard) && session.status === 'confirmed')
        void rememberSigner(session.user.id, customs.signer);
    },
  };
}
