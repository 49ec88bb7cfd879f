import {
  SOURCE_SENTENCES,
  type SourceCredentials,
  type SourceErrorCode,
} from '@lading/contract/orders/order-sources.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { ConnectedShop, SourceSecrets, SourceSettings } from '../../providers/order-sources/port.ts';
import { overAfter } from './one-turn.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { accessOf, type StoreAccess } from './source-credentials.ts';

/** WooCommerce emails the buyer about a completed order, too. Two emails about one parcel must be the client's choice. */
export const DEFAULT_SETTINGS: SourceSettings = { notifyBuyer: true, completeOrder: false };

/** Refusals that the client can fix in the address field. */
const ADDRESS_CODES: ReadonlySet<SourceErrorCode> = new Set(['not_found', 'not_a_shop', 'address_blocked']);

export interface AcceptedShop {
  shop: ConnectedShop;
  secrets: SourceSecrets;
}

type CheckDeps = Pick<OrderSourceDeps, 'orderSources' | 'log' | 'timings'>;

/** Asks the store whether it accepts the credentials. Saves nothing. */
export async function askShop(
  { orderSources, log, timings }: CheckDeps,
  { kind, address, secrets: given }: StoreAccess,
  settings: SourceSettings = DEFAULT_SETTINGS,
): Promise<AcceptedShop> {
  let secrets = given;
  try {
    const shop = await orderSources.adapters[kind].connect({
      id: newId(),
      address,
      secrets,
      settings,
      renew: async (make) => {
        secrets = await make(secrets);
        return secrets;
      },
      isOver: overAfter(timings.orderCallsMs),
    });
    return { shop, secrets: shop.secrets ?? secrets };
  } catch (error) {
    const problem = orderSources.problemOf(error);
    if (problem?.kind === 'refused') throw refusal(problem.code, error);
    log.warn(
      { event: 'order_sources.check_failed', kind, err: error },
      'Checking the credentials of a store failed',
    );
    throw new AppError('ORDER_SOURCE_UNREACHABLE', { cause: error });
  }
}

function refusal(code: SourceErrorCode, cause: unknown): AppError {
  const message = SOURCE_SENTENCES[code];
  const fields = ADDRESS_CODES.has(code) ? [{ path: 'credentials.address', message }] : [];
  return new AppError('ORDER_SOURCE_REFUSED', { message, fields, cause });
}

/** Lets the client test the credentials before they are saved. */
export async function checkSource(deps: CheckDeps, { credentials }: { credentials: SourceCredentials }) {
  const { shop } = await askShop(deps, accessOf(credentials));
  return { shop: { name: shop.name, currency: shop.currency, warnings: [...shop.warnings] } };
}
