import type { StaffRole } from '@lading/contract/permissions.ts';
import { type InvitationAnswer, type InviteBody, InviteBodySchema } from '@lading/contract/staff.ts';
import { useRef, useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  invite: (body: InviteBody) => Promise<InvitationAnswer>;
  onInvited: (answer: InvitationAnswer) => void;
  onClose: () => void;
}

export function InviteDialog({ invite, onInvited, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('support');
  const answer = useRef<InvitationAnswer>(null);
  return (
    <FormDialog
      title={COPY.inviteTitle}
      submitLabel={COPY.sendInvitation}
      onClose={() => (answer.current ? onInvited(answer.current) : onClose())}
      check={() => checkBody(InviteBodySchema, { email, role })}
      send={async (body) => {
        try {
          answer.current = await invite(body);
        } catch (error) {
          reportError(error);
          throw error;
        }
      }}
      announced
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label={COPY.email}
            name="email"
            type="email"
            autoComplete="off"
            required
            value={email}
            error={errors.email}
            disabled={pending}
            onChange={setEmail}
          />
          <RoleField value={role} error={errors.role} disabled={pending} onChange={setRole} />
          <p className="text-small text-text-2">{COPY.inviteHint}</p>
        </>
      )}
    </FormDialog>
  );
}

/** The only place that shows the link: the server keeps no copy. */
export function LinkDialog({ answer, onClose }: { answer: InvitationAnswer; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={COPY.linkTitle}
      keepsInput
      footer={<Button onClick={onClose}>{COPY.done}</Button>}
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          <span className="block font-semibold">{answer.invitation.email}</span>
          <span className="text-text-2">{COPY.deliveries[answer.delivery]}</span>
        </p>
        <TextField label={COPY.link} name="link" value={answer.link} readOnly onChange={() => {}} />
        <div className="flex flex-wrap items-center gap-3">
          <CopyButton text={answer.link} what="link" />
          <p className="min-w-0 flex-1 text-small text-text-2">{COPY.linkOnce}</p>
        </div>
      </div>
    </Dialog>
  );
}
