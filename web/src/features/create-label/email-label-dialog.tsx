import { ERRORS } from '@lading/contract/errors.ts';
import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { type EmailLabelBody, EmailLabelBodySchema, type LabelPaper } from '@lading/contract/shipments.ts';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { isSessionLoss } from './session-loss.ts';

/** The server waits for a mail server that may be slow to answer. */
const TIME_LIMIT_MS = 60_000;

/** A mail server that is away is no trouble of ours, and has its own way out. */
const explain = (error: unknown) =>
  error instanceof ApiError && error.code === 'MAIL_UNREACHABLE'
    ? ERRORS.MAIL_UNREACHABLE.message
    : reasonOf(error);

interface EmailLabelDialogProps {
  shipmentId: string;
  paper: LabelPaper;
  /** Filled in. */
  ownEmail: string;
  onClose: () => void;
}

export function EmailLabelDialog({ shipmentId, paper, ownEmail, onClose }: EmailLabelDialogProps) {
  const [email, setEmail] = useState(ownEmail);
  const send = async (body: EmailLabelBody) => {
    const path = API.emailLabel.replace(':id', encodeURIComponent(shipmentId));
    try {
      const options = { method: 'POST', body, timeLimitMs: TIME_LIMIT_MS } as const;
      toast.success((await apiRequest(MessageAnswerSchema, path, options)).message);
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
          hint="One address. The label goes out as a PDF, and the email says that it is from you."
          value={email}
          error={errors.email}
          disabled={pending}
          onChange={setEmail}
        />
      )}
    </FormDialog>
  );
}
