import type { Bought, Client } from './client-calls.ts';
import { type SpecCaller, textAt } from './spec-caller.ts';
import { CLIENT_UPDATE, PACKAGE, RECIPIENT, SENDER, UNKNOWN_ID } from './spec-samples.ts';

/** Every admin path of the specification, with a method that changes nothing when it is refused. */
const ADMIN_REQUESTS = [
  'GET /api/admin/dashboard/analytics',
  'GET /api/admin/dashboard/revenue',
  'GET /api/admin/dashboard/export?format=csv',
  'GET /api/admin/clients',
  `GET /api/admin/clients/${UNKNOWN_ID}`,
  `PUT /api/admin/clients/${UNKNOWN_ID}`,
  `PUT /api/admin/clients/${UNKNOWN_ID}/suspend`,
  `PUT /api/admin/clients/${UNKNOWN_ID}/activate`,
  `DELETE /api/admin/clients/${UNKNOWN_ID}`,
  `PUT /api/admin/clients/${UNKNOWN_ID}/commission/global`,
  'GET /api/admin/shipments',
  'GET /api/admin/shipments/stats',
  'GET /api/admin/shipments/download?format=csv',
  `POST /api/admin/shipments/${UNKNOWN_ID}/refund`,
  'GET /api/admin/audit-logs',
  'GET /api/admin/audit-logs/stats',
  'GET /api/admin/audit-logs/download?format=csv',
  'GET /api/admin/global-pricing',
  'PUT /api/admin/global-pricing',
];

const bodyOf = (request: string) => (request.startsWith('GET') ? {} : { body: {} });

export async function refuseOthers(caller: SpecCaller, client: Client): Promise<void> {
  for (const request of ADMIN_REQUESTS) {
    await caller.call('an admin call without a session', request, bodyOf(request));
    await caller.call('an admin call of a client', request, { token: client.token, ...bodyOf(request) });
  }
}

export async function changePricing(caller: SpecCaller, token: string, client: Client, shippingDate: string) {
  const save = (name: string, body: object) =>
    caller.call(name, 'PUT /api/admin/global-pricing', { token, body });
  const rates = (name: string) =>
    caller.call(name, 'POST /api/shippo/rates', {
      token: client.token,
      body: { sender: SENDER, receiver: RECIPIENT, package: PACKAGE, shippingDate },
    });
  await caller.call('show the global commission', 'GET /api/admin/global-pricing', { token });
  await save('save a flat commission', { markupType: 'flat_rate', markupAmount: 1.25 });
  await rates('rates with a flat commission');
  await save('save a negative commission', { markupType: 'percentage', markupAmount: -1 });
  await save('save a commission without an amount', { markupType: 'percentage' });
  await save('save a commission of an unknown type', { markupType: 'global', markupAmount: 1 });
  await save('save a percentage', { markupType: 'percentage', markupAmount: 10 });
  await rates('rates with a percentage');
  await caller.call('show the saved commission', 'GET /api/admin/global-pricing', { token });
}

/** Returns the id of the client with that address. */
async function findClient(caller: SpecCaller, token: string, email: string): Promise<string> {
  const { users } = (await caller.call('list clients', 'GET /api/admin/clients', { token })) as {
    users: { userId: string; email: string }[];
  };
  const found = users.find((user) => user.email === email);
  if (!found) throw new Error(`No client ${email}`);
  return found.userId;
}

export async function manageClients(caller: SpecCaller, token: string, client: Client, other: Client) {
  const id = await findClient(caller, token, client.email);
  const at = `/api/admin/clients/${id}`;
  const update = (name: string, change: object) =>
    caller.call(name, `PUT ${at}`, { token, body: { ...CLIENT_UPDATE, email: client.email, ...change } });
  await caller.call('show a client', `GET ${at}`, { token });
  await caller.call('show an unknown client', `GET /api/admin/clients/${UNKNOWN_ID}`, { token });
  await update('update a client without a name', { fullName: '' });
  await update('update a client without an email address', { email: '' });
  await update('update a client with a taken email address', { email: other.email });
  await update('update a client with a negative commission', { commissionAmount: -1 });
  await update('update a client without a commission amount', { commissionAmount: undefined });
  await update('update a client with an unknown status', { status: 'gone' });
  await update('update a client', {});
  await update('update a client to a flat commission', {
    commissionType: 'flat_rate',
    commissionAmount: 0.75,
  });
  await caller.call('use the global commission', `PUT ${at}/commission/global`, { token });
  await caller.call('show the updated client', `GET ${at}`, { token });
  await suspendAndActivate(caller, token, at, client);
  await deleteClient(caller, token, await findClient(caller, token, other.email), other);
}

async function suspendAndActivate(caller: SpecCaller, token: string, at: string, client: Client) {
  const { email, password } = client;
  const logIn = (name: string) => caller.call(name, 'POST /api/auth/login', { body: { email, password } });
  await caller.call('suspend a client', `PUT ${at}/suspend`, { token });
  await caller.call('check the session of a suspended client', 'GET /api/auth/verify', {
    token: client.token,
  });
  await logIn('log in as a suspended client');
  await caller.call('activate a client', `PUT ${at}/activate`, { token });
  await logIn('log in as an activated client');
  await caller.call('suspend an unknown client', `PUT /api/admin/clients/${UNKNOWN_ID}/suspend`, { token });
}

async function deleteClient(caller: SpecCaller, token: string, id: string, { email, password }: Client) {
  const remove = (name: string, body: object) =>
    caller.call(name, `DELETE /api/admin/clients/${id}`, { token, body });
  await remove('delete a client without confirming it', {});
  await remove('delete a client', { confirmPermanentDelete: true });
  await remove('delete a client again', { confirmPermanentDelete: true });
  await caller.call('log in as a deleted client', 'POST /api/auth/login', { body: { email, password } });
}

export async function manageShipments(caller: SpecCaller, token: string, bought: Bought): Promise<void> {
  const list = (name: string, query: string) =>
    caller.call(name, `GET /api/admin/shipments${query}`, { token });
  await list('list shipments', '?page=1&limit=25');
  await list('list shipments by status', '?page=1&limit=25&status=pending');
  await list('list shipments by carrier', '?page=1&limit=25&carrier=DHL');
  await list('find a shipment', `?page=1&limit=25&trackingNumber=${bought.trackingNumber}`);
  await list('list a page beyond the last', '?page=99&limit=25');
  await list('list shipments of an unknown status', '?page=1&limit=25&status=lost');
  const refund = (name: string, body: object, id = bought.shipmentId) =>
    caller.call(name, `POST /api/admin/shipments/${id}/refund`, { token, body });
  await refund('refund nothing', { amount: 0, reason: 'Late' });
  await refund('refund a negative amount', { amount: -1, reason: 'Late' });
  await refund('refund a word', { amount: 'all', reason: 'Late' });
  await refund('refund without a reason', { amount: 1, reason: '   ' });
  await refund('refund too much', { amount: 10_000, reason: 'Late' });
  await refund('refund an unknown shipment', { amount: 1, reason: 'Late' }, UNKNOWN_ID);
  await refund('refund a part', { amount: 1.5, reason: '  Late  ' });
  await caller.call('download shipments', 'GET /api/admin/shipments/download?format=csv', { token });
  await caller.call(
    'download shipments by filter',
    'GET /api/admin/shipments/download?format=csv&status=delivered&carrier=UPS&trackingNumber=1Z',
    { token },
  );
}

/** Queries of a day that includes everything these calls did. */
export async function readFigures(caller: SpecCaller, token: string, today: string): Promise<void> {
  const range = `startDate=${today}&endDate=${today}`;
  for (const query of ['', '?period=7d', '?period=30d', '?period=90d', '?period=365d', `?${range}`])
    await caller.call('show the dashboard', `GET /api/admin/dashboard/analytics${query}`, { token });
  for (const query of ['?period=1d', '?startDate=yesterday', '?startDate=2026-02-02&endDate=2026-02-01'])
    await caller.call('show a dashboard of an invalid period', `GET /api/admin/dashboard/analytics${query}`, {
      token,
    });
  await caller.call('show the revenue', 'GET /api/admin/dashboard/revenue?period=7d', { token });
  await caller.call('export the dashboard', 'GET /api/admin/dashboard/export?format=csv&period=30d', {
    token,
  });
  await caller.call('show shipment statistics', `GET /api/admin/shipments/stats?${range}`, { token });
  await caller.call('show all shipment statistics', 'GET /api/admin/shipments/stats', { token });
  await caller.call('show audit statistics', `GET /api/admin/audit-logs/stats?${range}`, { token });
}

const AUDIT_ACTIONS = [
  'VIEW_SHIPMENTS_STATS',
  'VIEW_AUDIT_STATS',
  'VIEW_ALL_USERS',
  'VIEW_AUDIT_LOGS',
  'UPDATE_USER',
  'SUSPEND_USER',
  'ACTIVATE_USER',
  'DELETE_USER',
  'UPDATE_PRICING',
  'LOGIN',
  'LOGOUT',
];

export async function readAuditLogs(caller: SpecCaller, token: string, client: Client): Promise<void> {
  const list = (name: string, query: string) =>
    caller.call(name, `GET /api/admin/audit-logs?${query}`, { token });
  for (const action of AUDIT_ACTIONS)
    await list('list audit logs by action', `page=1&limit=25&action=${action}`);
  for (const status of ['success', 'error', 'pending'])
    await list('list audit logs by status', `page=1&limit=5&action=LOGIN&status=${status}`);
  await list("list a client's audit logs", `page=1&limit=25&action=LOGIN&userEmail=${client.email}`);
  await list('list recent activity', 'page=1&limit=5&sortBy=timestamp&sortOrder=DESC');
  await list('list audit logs beyond the last page', 'page=9999&limit=25');
  await list('list audit logs of an unknown status', 'page=1&limit=25&status=odd');
  await caller.call(
    'download audit logs',
    'GET /api/admin/audit-logs/download?format=csv&action=UPDATE_PRICING&status=success&userEmail=admin',
    { token },
  );
}

export async function signInAsAdmin(caller: SpecCaller, email: string, password: string): Promise<string> {
  const body = { email, password };
  return textAt(await caller.call('log in as an admin', 'POST /api/auth/login', { body }), 'token');
}
