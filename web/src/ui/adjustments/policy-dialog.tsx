import { type AdjustmentPolicy, AdjustmentPolicySchema, POLICY_MODES } from '@lading/contract/adjustments.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { typedCents } from '../../lib/typed-amount.ts';
import { FormDialog } from '../form-dialog.tsx';
import { Select } from '../select.tsx';
import { TextField } from '../text-field.tsx';
import { toast } from '../toast/toast.ts';
import { COPY as ALL } from './copy.ts';

const COPY = ALL.policy;
const MODES = POLICY_MODES.map((value) => ({ value, label: COPY.modes[value] }));
const dollars = (cents: number) => (cents / 100).toFixed(2);

interface PolicyDialogProps {
  title: string;
  policy: AdjustmentPolicy;
  save: (loaded: AdjustmentPolicy, edited: AdjustmentPolicy) => Promise<unknown>;
  onClose: () => void;
}

/** Threshold and fee have no effect while all adjustments are absorbed. They keep their values. */
export function PolicyDialog({ title, policy, save, onClose }: PolicyDialogProps) {
  const [loaded] = useState(policy);
  const [mode, setMode] = useState(loaded.mode);
  const [threshold, setThreshold] = useState(dollars(loaded.threshold));
  const [fee, setFee] = useState(dollars(loaded.fee));
  const check = (): Checked<AdjustmentPolicy> => {
    if (mode === 'absorb') return { body: { ...loaded, mode } };
    const cents = { threshold: typedCents(threshold), fee: typedCents(fee) };
    if (cents.threshold === null) return { errors: { threshold: COPY.amountWrong } };
    if (cents.fee === null) return { errors: { fee: COPY.amountWrong } };
    return checkBody(AdjustmentPolicySchema, { mode, ...cents });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={COPY.save}
      onClose={onClose}
      check={check}
      send={async (body) => {
        await save(loaded, body);
        toast.success(COPY.saved);
      }}
      explain={(error) => messageOf(error, COPY.failed)}
    >
      {({ errors, pending }) => (
        <>
          <Select
            label={COPY.mode}
            name="mode"
            value={mode}
            onChange={setMode}
            options={MODES}
            disabled={pending}
          />
          {mode === 'pass_on' && (
            <>
              <TextField
                label={COPY.threshold}
                name="threshold"
                value={threshold}
                onChange={setThreshold}
                inputMode="decimal"
                hint={COPY.thresholdHint}
                error={errors.threshold}
                disabled={pending}
                required
              />
              <TextField
                label={COPY.fee}
                name="fee"
                value={fee}
                onChange={setFee}
                inputMode="decimal"
                hint={COPY.feeHint}
                error={errors.fee}
                disabled={pending}
                required
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
