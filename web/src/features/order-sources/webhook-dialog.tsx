import { WebhookSecretSchema } from '@lading/contract/orders/authorize-source.ts';
import type { OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { updateSource } from '../../lib/order-sources.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { webhookSteps } from './sign-in-copy.ts';
import { StepList } from './step-list.tsx';
import { useSourceChange } from './use-source-change.ts';

const BodySchema = z.object({ webhookSecret: WebhookSecretSchema });

interface WebhookDialogProps {
  source: OrderSourceView;
  onClose: () => void;
}

/** The client sets up webhooks at the store, which provides the secret that signs them. */
export function WebhookDialog({ source, onClose }: WebhookDialogProps) {
  const [webhookSecret, setWebhookSecret] = useState('');
  const { refresh } = useSourceChange(source.id);
  return (
    <FormDialog
      title={COPY.webhooks}
      size="lg"
      onClose={onClose}
      check={() => checkBody(BodySchema, { webhookSecret })}
      submitLabel="Save"
      send={async (body) => {
        await updateSource(source.id, body);
        toast.success(COPY.webhooksSaved);
        await refresh();
      }}
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <p className="text-text-2">{COPY.webhooksHint}</p>
          <StepList steps={webhookSteps(source.id)} />
          <TextField
            label="Signing secret"
            name="webhookSecret"
            type="password"
            value={webhookSecret}
            error={errors.webhookSecret}
            disabled={pending}
            onChange={setWebhookSecret}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
