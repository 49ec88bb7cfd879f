import { PROFILE } from '@lading/contract/messages.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { type Problems, problemsByField } from '../../lib/form-problems.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { checkDraft, draftOf, isSameDraft, type Profile, type ProfileDraft } from './profile-draft.ts';
import { AddressFields, PersonalFields } from './profile-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSaveProfile } from './use-profile.ts';
import { useSaveKey } from './use-save-key.ts';

const NO_ERRORS: Problems = {};

export function ProfileForm({ profile }: { profile: Profile }) {
  const saved = draftOf(profile);
  const [edits, setEdits] = useState<Partial<ProfileDraft>>({});
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { pending, run } = usePending();
  const save = useSaveProfile();

  const draft = { ...saved, ...edits };
  const dirty = !isSameDraft(draft, saved);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

  const refuse = (found: Problems) => {
    setErrors(found);
    setRefusals((count) => count + 1);
    toast.error(PROFILE.hasErrors);
  };

  const change = (part: Partial<ProfileDraft>) => {
    setEdits((before) => ({ ...before, ...part }));
    // What is being repaired stops complaining; whether it is right is seen when saving.
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };

  const submit = () =>
    run(async () => {
      const checked = checkDraft(draft);
      setProblem(null);
      if ('errors' in checked) return refuse(checked.errors);
      setErrors(NO_ERRORS);
      try {
        await save(checked.body);
        setEdits({});
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return;
        if (error instanceof ApiError && error.fields.length > 0)
          return refuse(problemsByField(error.fields));
        console.error(error);
        toast.error(PROFILE.saveFailed);
        setProblem(reasonOf(error));
      }
    });

  const discard = () => {
    setEdits({});
    setErrors(NO_ERRORS);
    setProblem(null);
  };

  useSaveKey(() => void submit());

  const fields = { draft, errors, readOnly: pending, onChange: change };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Profile"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="mb-4 text-small text-text-2">Fields marked • are required.</p>
      <SettingsSection title="Personal information" hint="Who you are to us and to the carriers.">
        <PersonalFields {...fields} email={profile.email} />
      </SettingsSection>
      <SettingsSection
        title="Default shipping address"
        hint="Filled in as the sender when you create a label."
      >
        <AddressFields {...fields} savedAddress={saved.address} />
      </SettingsSection>
      {/* The bar has its place at the end of the form and is held in view while there is something to save. */}
      <div
        className={cx(
          '-mx-4 grid gap-3 px-4 py-3 md:mx-0',
          dirty ? 'sticky bottom-0 z-10 border-t-2 border-text bg-surface' : 'md:px-0',
        )}
      >
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {dirty && (
            <>
              <p className="mr-auto text-strong">Unsaved changes</p>
              <Button variant="ghost" disabled={pending} onClick={discard}>
                Discard
              </Button>
            </>
          )}
          <Button type="submit" loading={pending}>
            Save
          </Button>
        </div>
      </div>
      <LeaveGuard active={dirty} />
    </form>
  );
}
