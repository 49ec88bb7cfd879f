import type { FormEvent } from 'react';
import { useSaveKey } from '../../lib/use-save-key.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { RequiredNote } from '../../ui/required-note.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import type { Profile } from './profile-draft.ts';
import { AddressFields, PersonalFields } from './profile-fields.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useProfileForm(profile);
  const { draft, pending, dirty, failure } = form;
  useSaveKey(() => void form.submit());

  const fields = { draft, errors: form.problems, readOnly: pending, onChange: form.change };
  return (
    <form
      ref={form.formRef}
      noValidate
      aria-label="Profile"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className="mb-4">
        <RequiredNote />
      </div>
      <SettingsSection title="Personal information" hint={COPY.personalHint}>
        <PersonalFields {...fields} email={profile.email} />
      </SettingsSection>
      <SettingsSection title="Default shipping address" hint={COPY.addressHint}>
        <AddressFields {...fields} savedAddress={form.saved.address} />
      </SettingsSection>
      {/* At the end of the form, but kept in view while there are unsaved changes. */}
      <div
        className={cx(
          '-mx-4 grid gap-3 px-4 py-3 md:mx-0',
          dirty ? 'sticky bottom-0 z-10 border-t-2 border-text bg-surface' : 'md:px-0',
        )}
      >
        {failure && <InlineAlert tone="bad">{failure}</InlineAlert>}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {dirty && (
            <>
              <p className="mr-auto text-strong">{COPY.unsaved}</p>
              <Button variant="ghost" disabled={pending} onClick={form.discard}>
                Discard
              </Button>
            </>
          )}
          <Button type="submit" loading={pending}>
            Save
          </Button>
        </div>
      </div>
      <LeaveGuard active={dirty}>{COPY.leaveBody}</LeaveGuard>
    </form>
  );
}
