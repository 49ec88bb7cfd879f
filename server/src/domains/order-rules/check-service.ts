import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import { AppError } from '../../platform/app-error.ts';
import { listServices, type ServiceDeps } from './list-services.ts';

/** A named service must be one of the label provider, because no rate could match any other service. */
export function requireKnownService(
  deps: ServiceDeps,
  choice: ServiceChoice | null | undefined,
  path: string,
): void {
  if (choice?.kind !== 'service') return;
  const { carrier, service } = choice;
  if (listServices(deps).some((known) => known.carrier === carrier && known.code === service)) return;
  const message = `${carrier} does not offer this service. Please choose another one.`;
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: `${path}.service`, message }] });
}
