import {
  type OrderPreparation,
  type UpdateOrdersBody,
  UpdateOrdersBodySchema,
} from '@lading/contract/orders/orders.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import {
  type ChoiceKind,
  EMPTY_SERVICE,
  readService,
  type ServiceDraft,
  serviceDraftOf,
} from '../../ui/service-choice/service-draft.ts';
import { CHOICE_OPTIONS, choiceHint, ServiceFields } from '../../ui/service-choice/service-fields.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { changeOrders } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

/** Empty until something is chosen for several orders, which may differ now. */
type Way = ChoiceKind | 'rules' | '';

function check(orderIds: string[], way: Way, draft: ServiceDraft): Checked<UpdateOrdersBody> {
  if (way === '') return { errors: { way: COPY.chooseServiceFirst } };
  const service = way === 'rules' ? null : readService({ ...draft, choice: way });
  return checkBody(UpdateOrdersBodySchema, { orderIds, change: { service } });
}

interface ServiceDialogProps {
  orderIds: string[];
  /** The current choice, if exactly one order is selected. */
  preparation?: OrderPreparation;
  onClose: () => void;
}

export function ServiceDialog({ orderIds, preparation, onClose }: ServiceDialogProps) {
  const own = preparation?.serviceSetBy === 'person' ? preparation.service : undefined;
  const [way, setWay] = useState<Way>(own?.kind ?? (preparation ? 'rules' : ''));
  const [draft, setDraft] = useState<ServiceDraft>(() => (own ? serviceDraftOf(own) : EMPTY_SERVICE));
  const { refresh } = useOrderChange();
  const options: { value: Way; label: string }[] = [
    ...(way === '' ? [{ value: '' as const, label: COPY.choose }] : []),
    { value: 'rules', label: COPY.rulesDecide },
    ...CHOICE_OPTIONS,
  ];
  return (
    <FormDialog
      title={COPY.serviceTitle(orderIds.length)}
      onClose={onClose}
      check={() => check(orderIds, way, draft)}
      submitLabel="Save"
      send={async (body) => {
        const { changed } = await changeOrders(body);
        toast.success(COPY.serviceSaved(changed, orderIds.length));
        await refresh();
      }}
      explain={reasonOf}
    >
      {({ errors }) => (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label="Service"
            name="way"
            value={way}
            options={options}
            className="sm:col-span-2"
            hint={way === 'rules' ? COPY.rulesDecideHint : way === '' ? undefined : choiceHint(way)}
            error={errors.way}
            onChange={setWay}
          />
          {way !== 'rules' && way !== '' && (
            <ServiceFields
              draft={{ ...draft, choice: way }}
              path="service"
              errors={{
                service: errors.service ?? errors.carrier,
                days: errors.days,
                maxCents: errors.maxCents,
              }}
              onChange={(part) => setDraft((current) => ({ ...current, ...part }))}
            />
          )}
        </div>
      )}
    </FormDialog>
  );
}
