import type { RuleService } from '@lading/contract/orders/rule-services.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';

export interface ServiceDeps {
  labelProvider: Pick<LabelProvider, 'services'>;
}

/** The services that rules and orders can name. */
export const listServices = ({ labelProvider }: ServiceDeps): RuleService[] =>
  labelProvider.services().flatMap(({ code, carrier: name, name: service }) => {
    const carrier = CARRIERS.find((known) => known === name);
    return carrier ? [{ code, carrier, name: service }] : [];
  });
