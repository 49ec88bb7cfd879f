import { ERRORS } from '@lading/contract/errors.ts';
import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API, path } from '@lading/contract/routes.ts';
import { type EmailLabelBody, EmailLabelBodySchema, type LabelPaper } from '@lading/contract/shipments.ts';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, isSessionLoss, reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** The mail server may be slow. */
const TIME_LIMIT_MS = 60_000;

/** A mail server that is down has its own message; other server errors share one. */
const explain = (error: unknown) =>
  error instanceof ApiError && error.code === 'MAIL_UNREACHABLE'
    ? ERRORS.MAIL_UNREACHABLE.message
    : reasonOf(error);

interface EmailLabelDialogProps {
  shipmentId: string;
  paper: LabelPaper;
  /** The initial value. */
  ownEmail: string;
  onClose: () => void;
}

export function EmailLabelDialog({ shipmentId, paper, ownEmail, onClose }: EmailLabelDialogProps) {
  const [email, setEmail] = useState(ownEmail);
  const send = async (body: EmailLabelBody) => {
    const to = path(API.emailLabel, { id: shipmentId });
    try {
      const options = { method: 'POST', body, timeLimitMs: TIME_LIMIT_MS } as const;
      toast.success((await apiRequest(MessageAnswerSchema, to, options)).message);
    } catch (error) {
      if (!isSessionLoss(error)) toast.error(explain(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title="Email label"
      submitLabel="Send"
      onClose={onClose}
      check={() => checkBody(EmailLabelBodySchema, { email, paper })}
      send={send}
      announced
      explain={explain}
    >
      {({ errors, pending }) => (
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          required
          hint={COPY.label.emailHint}
          value={email}
          error={errors.email}
          disabled={pending}
          onChange={setEmail}
        />
      )}
    </FormDialog>
  );
}
