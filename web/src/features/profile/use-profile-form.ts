import { PROFILE } from '@lading/contract/messages.ts';
import { useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { type Problems, problemsByField } from '../../lib/form-problems.ts';
import { useFormProblems } from '../../lib/use-checked-form.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { checkDraft, draftOf, isSameDraft, type Profile, type ProfileDraft } from './profile-draft.ts';
import { useSaveProfile } from './use-profile.ts';

/** The edited profile with its problems, and the functions that save or discard it. */
export function useProfileForm(profile: Profile) {
  const saved = draftOf(profile);
  const [edits, setEdits] = useState<Partial<ProfileDraft>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, run } = usePending();
  const { formRef, problems, show, clear } = useFormProblems<string>(pending);
  const save = useSaveProfile();
  const draft = { ...saved, ...edits };

  const reject = (found: Problems) => {
    show(found as Record<string, string>);
    toast.error(PROFILE.hasErrors);
  };

  return {
    formRef,
    saved,
    draft,
    problems,
    failure,
    pending,
    dirty: !isSameDraft(draft, saved),
    change: (part: Partial<ProfileDraft>) => {
      setEdits((before) => ({ ...before, ...part }));
      clear(Object.keys(part));
    },
    submit: () =>
      run(async () => {
        const checked = checkDraft(draft);
        setFailure(null);
        if ('errors' in checked) return reject(checked.errors);
        clear();
        try {
          await save(checked.body);
          setEdits({});
        } catch (error) {
          if (error instanceof ApiError && error.fields.length > 0)
            return reject(problemsByField(error.fields));
          if (reportError(error, PROFILE.saveFailed)) setFailure(reasonOf(error));
        }
      }),
    discard: () => {
      setEdits({});
      clear();
      setFailure(null);
    },
  };
}
