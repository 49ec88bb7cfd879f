import {
  type OrderPreparation,
  type UpdateOrdersBody,
  UpdateOrdersBodySchema,
} from '@lading/contract/orders/orders.ts';
import { ENVELOPE_IN, PACKAGE_TYPES, type PackageType } from '@lading/contract/parcel.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { packageOptions, usePackages } from '../../lib/packages.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { changeOrders } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

const TYPE_OPTIONS = PACKAGE_TYPES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

interface PackageDraft {
  /** Empty if the user enters a size. */
  packageId: string;
  type: PackageType;
  length: string;
  width: string;
  height: string;
  pounds: string;
  ounces: string;
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

function draftOf({ parcel, weightOz, packageId = '' }: OrderPreparation): PackageDraft {
  const pounds = weightOz === undefined ? undefined : Math.floor(weightOz / 16);
  return {
    packageId,
    type: parcel?.type ?? 'package',
    length: textOf(parcel?.lengthIn),
    width: textOf(parcel?.widthIn),
    height: textOf(parcel?.heightIn),
    pounds: pounds ? String(pounds) : '',
    ounces: weightOz === undefined ? '' : String(Math.round((weightOz - (pounds ?? 0) * 16) * 100) / 100),
  };
}

/**
 * Empty fields stay as they are: the weights of several orders differ more often than their boxes. A weight or a package
 * that was not changed is not sent, so that it still follows the items and the rules. One that was cleared follows them again.
 */
function checkPackage(
  orderIds: string[],
  draft: PackageDraft,
  before: PackageDraft,
): Checked<UpdateOrdersBody> {
  const isChanged = (...names: (keyof PackageDraft)[]) => names.some((name) => draft[name] !== before[name]);
  const isNewParcel = isChanged('packageId', 'type', 'length', 'width', 'height');
  const hasWeight = draft.pounds.trim() !== '' || draft.ounces.trim() !== '';
  const hasSize = [draft.length, draft.width, draft.height].some((text) => text.trim() !== '');
  if (!isNewParcel && !hasWeight && !hasSize && !isChanged('pounds', 'ounces') && draft.packageId === '')
    return { errors: { weightOz: COPY.weightOrPackage } };
  const isCleared = !hasSize && !isChanged('packageId', 'type');
  const weightOz = typedNumber(draft.pounds.trim() || '0') * 16 + typedNumber(draft.ounces.trim() || '0');
  const size =
    draft.type === 'envelope'
      ? { lengthIn: ENVELOPE_IN.length, widthIn: ENVELOPE_IN.width, heightIn: ENVELOPE_IN.height }
      : {
          lengthIn: typedNumber(draft.length),
          widthIn: typedNumber(draft.width),
          heightIn: typedNumber(draft.height),
        };
  return checkBody(UpdateOrdersBodySchema, {
    orderIds,
    change: {
      ...(isChanged('pounds', 'ounces') && { weightOz: hasWeight ? weightOz : null }),
      ...(isChanged('packageId') && draft.packageId !== '' && { packageId: draft.packageId }),
      ...(isNewParcel &&
        draft.packageId === '' && { parcel: isCleared ? null : { type: draft.type, ...size } }),
    },
  });
}

interface PackageDialogProps {
  orderIds: string[];
  /** The current package, if exactly one order is selected. */
  preparation?: OrderPreparation;
  onClose: () => void;
}

export function PackageDialog({ orderIds, preparation = {}, onClose }: PackageDialogProps) {
  const [before] = useState(() => draftOf(preparation));
  const [draft, setDraft] = useState(before);
  const { refresh } = useOrderChange();
  const change = (part: Partial<PackageDraft>) => setDraft((current) => ({ ...current, ...part }));
  return (
    <FormDialog
      title={COPY.packageTitle(orderIds.length)}
      onClose={onClose}
      check={() => checkPackage(orderIds, draft, before)}
      submitLabel="Save"
      send={async (body) => {
        const { changed } = await changeOrders(body);
        toast.success(COPY.packageSaved(changed, orderIds.length));
        await refresh();
      }}
      explain={reasonOf}
    >
      {({ errors }) => {
        const text = (
          name: Exclude<keyof PackageDraft, 'type' | 'packageId'>,
          label: string,
          error: string | undefined,
        ) => (
          <TextField
            label={label}
            name={name}
            inputMode="decimal"
            value={draft[name]}
            error={error}
            onChange={(value) => change({ [name]: value })}
          />
        );
        return (
          <>
            <PackageSelect packageId={draft.packageId} onChange={(packageId) => change({ packageId })} />
            {draft.packageId === '' && (
              <>
                <Select
                  label="Type"
                  name="type"
                  value={draft.type}
                  options={TYPE_OPTIONS}
                  hint={draft.type === 'envelope' ? 'Envelope: 12 × 9 × 0.25 in' : undefined}
                  onChange={(type) => change({ type })}
                />
                {draft.type !== 'envelope' && (
                  <div className="grid gap-4 sm:grid-cols-3">
                    {text('length', 'Length (in)', errors.lengthIn)}
                    {text('width', 'Width (in)', errors.widthIn)}
                    {text('height', 'Height (in)', errors.heightIn)}
                  </div>
                )}
              </>
            )}
            <div className="grid grid-cols-2 gap-4">
              {text('pounds', 'Weight (lb)', errors.weightOz)}
              {text('ounces', 'Weight (oz)', undefined)}
            </div>
            <p className="text-small text-text-2">{COPY.weightHint}</p>
          </>
        );
      }}
    </FormDialog>
  );
}

interface PackageSelectProps {
  packageId: string;
  onChange: (packageId: string) => void;
}

/** Only the current package until the packages are loaded. */
function PackageSelect({ packageId, onChange }: PackageSelectProps) {
  const { data } = usePackages();
  const options = data ? packageOptions(data) : [];
  const isMissing = packageId !== '' && !options.some(({ value }) => value === packageId);
  const preset = data?.presets.find(({ id }) => id === packageId);
  return (
    <Select
      label={COPY.package}
      name="packageId"
      value={packageId}
      options={[
        { value: '', label: COPY.enterSize },
        ...(isMissing ? [{ value: packageId, label: data ? COPY.missingPackage : COPY.currentPackage }] : []),
        ...options,
      ]}
      hint={preset?.description}
      onChange={onChange}
    />
  );
}
