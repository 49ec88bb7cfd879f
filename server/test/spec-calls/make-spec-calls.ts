import {
  changePricing,
  manageClients,
  manageShipments,
  readAuditLogs,
  readFigures,
  refuseOthers,
  signInAsAdmin,
} from './admin-calls.ts';
import {
  buyInBulk,
  buyLabel,
  lookUpShipments,
  requestRates,
  signUp,
  signUpWithoutPhone,
  useProfile,
  verifyAddresses,
} from './client-calls.ts';
import { SpecCaller } from './spec-caller.ts';

const DAY_MS = 24 * 3_600_000;

interface SpecCallOptions {
  baseUrl: string;
  admin: { email: string; password: string };
  /** The server's time. */
  now: Date;
  /** Part of the email addresses, so that a server can be called more than once. */
  run: string;
  beforeCall?: () => Promise<void>;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Makes every HTTP call of the specification, in a fixed order, and returns one JSON line for each. */
export async function makeSpecCalls(options: SpecCallOptions): Promise<string[]> {
  const { baseUrl, admin, now, run } = options;
  const caller = new SpecCaller(baseUrl, options.beforeCall);
  caller.rename(run, '<run>');
  const shippingDate = dayOf(new Date(now.getTime() + DAY_MS));
  const client = await signUp(caller, `ada.${run}@spec.example`);
  const other = await signUpWithoutPhone(caller, `ben.${run}@spec.example`);
  await useProfile(caller, client);
  await verifyAddresses(caller, client);
  await requestRates(caller, client, shippingDate);
  const bought = await buyLabel(caller, client, shippingDate);
  await lookUpShipments(caller, bought, other);
  await buyInBulk(caller, client, shippingDate);
  await refuseOthers(caller, client);
  const token = await signInAsAdmin(caller, admin.email, admin.password);
  await changePricing(caller, token, client, shippingDate);
  await manageShipments(caller, token, bought);
  await manageClients(caller, token, client, other);
  await readFigures(caller, token, dayOf(now));
  await readAuditLogs(caller, token, client);
  await caller.call('an unknown call', 'GET /api/no-such-call', { token });
  return caller.lines();
}
