import { CARRIERS } from '@lading/contract/parcel.ts';
import type { CarriersAnswer } from '@lading/contract/shipments.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

export function listCarriers({
  labelProvider: provider,
}: Pick<ShipmentDeps, 'labelProvider'>): CarriersAnswer {
  const services = provider.services();
  return {
    carriers: CARRIERS.map((carrier) => ({
      carrier,
      services: services
        .filter((service) => service.carrier === carrier)
        .map(({ code, name, international }) => ({ service: code, name, international })),
    })),
  };
}
