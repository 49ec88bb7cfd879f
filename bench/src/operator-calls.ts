import type { AdminClientsAnswer } from '@lading/contract/admin-clients.ts';
import { MONEY_FIGURES, MONEY_GROUPS } from '@lading/contract/admin-money.ts';
import type { AdminShipmentsAnswer, ShipmentStatsAnswer } from '@lading/contract/admin-shipments.ts';
import { API } from '@lading/contract/routes.ts';
import { median, percentile } from './harness.ts';
import type { SeededServer } from './operator-server.ts';

const TIMES = 40;
const WARM_UP = 4;

interface Call {
  name: string;
  path: string;
  query: Record<string, string>;
  /** Lists are also asked for the page in the middle and for the last one. */
  pages: boolean;
}

const call = (name: string, path: string, query: Record<string, string> = {}, pages = false): Call => ({
  name,
  path,
  query,
  pages,
});
const list = (name: string, path: string, query: Record<string, string> = {}) =>
  call(name, path, { limit: '25', ...query }, true);

/** The Money page in every grouping, and the rows behind each figure. */
function moneyCalls(periods: readonly string[], clientId: string): Call[] {
  const rows = (name: string, query: Record<string, string>) =>
    call(`money rows, ${name}`, API.adminMoneyLines, { period: '365d', ...query });
  return [
    ...periods.flatMap((period) =>
      MONEY_GROUPS.map((by) => call(`money ${period} by ${by}`, API.adminMoney, { period, by })),
    ),
    ...MONEY_FIGURES.map((figure) => rows(figure, { figure })),
    rows('refunds of the largest client', { clientId, figure: 'refunds' }),
    rows('refunds of a carrier', { carrier: 'UPS', figure: 'refunds' }),
  ];
}

const BY_STATUS: Record<string, string>[] = [
  ...['pending', 'shipped', 'delivered', 'failed'].map((status) => ({ status })),
  { label: 'made' },
  { status: 'failed', label: 'none' },
  { status: 'failed', label: 'not_voided' },
];

/** Every list with every filter, order and search, and every figure. */
async function callsOf(server: SeededServer): Promise<Call[]> {
  const stats = await getJson<ShipmentStatsAnswer>(server, API.adminShipmentStats, {});
  const shipments = await getJson<AdminShipmentsAnswer>(server, API.adminShipments, { status: 'delivered' });
  const clients = await getJson<AdminClientsAnswer>(server, API.adminClients, { limit: '1', page: '500' });
  const shipment = shipments.data.shipments[12];
  const client = clients.users[0];
  const [big] = stats.topClients;
  if (!shipment?.trackingNumber || !client || !big) throw new Error('There is nothing to search for');
  const number = shipment.trackingNumber;
  const of = (name: string, query: Record<string, string>) =>
    list(`shipments, ${name}`, API.adminShipments, query);
  const records = (name: string, query: Record<string, string>) =>
    list(`records, ${name}`, API.adminAuditLogs, query);
  const month = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const periods = ['7d', '30d', '90d', '365d'];
  return [
    of('all', {}),
    ...BY_STATUS.map((query) => of(Object.values(query).join(' '), query)),
    ...['USPS', 'FedEx', 'UPS', 'DHL'].map((carrier) => of(carrier, { carrier })),
    of('failed DHL', { status: 'failed', carrier: 'DHL' }),
    of('a month', month),
    of('a month, delivered UPS', { ...month, status: 'delivered', carrier: 'UPS' }),
    of('of one client', { clientId: client.userId }),
    of('of the largest client', { clientId: big.clientId }),
    of('of the largest client, failed', { clientId: big.clientId, status: 'failed' }),
    of('whole number', { trackingNumber: number }),
    of('last six of a number', { trackingNumber: number.slice(-6) }),
    of('three of a number', { trackingNumber: number.slice(-3) }),
    of('three that most have', { trackingNumber: '999' }),
    of('begins with 9', { trackingNumber: '9' }),
    of('begins with 1Z', { trackingNumber: '1Z' }),
    of('in no number', { trackingNumber: 'QQQ' }),
    of('three of a number, delivered UPS', {
      trackingNumber: number.slice(-3),
      status: 'delivered',
      carrier: 'UPS',
    }),
    // Only the first page: a page far down a sorted list reads the rows before it.
    ...['cost', 'status', 'carrier'].map((sortBy) =>
      call(`shipments, by ${sortBy}`, API.adminShipments, { limit: '25', sortBy }),
    ),
    records('all', {}),
    records('a month', month),
    call('refunds', API.adminRefunds),
    call('unspent money', API.adminUnspentMoney),
    call('clients, at risk first', API.adminClients, { sortBy: 'trend', sortOrder: 'ASC', limit: '50' }),
    records('oldest first', { sortBy: 'timestamp', sortOrder: 'ASC' }),
    ...['success', 'error', 'pending'].map((status) => records(status, { status })),
    records('LOGIN', { action: 'LOGIN' }),
    records('LOGIN error', { action: 'LOGIN', status: 'error' }),
    records('LABEL_PURCHASED, oldest first', { action: 'LABEL_PURCHASED', sortOrder: 'ASC' }),
    records('of one person', { userEmail: client.email }),
    records('of one person, LOGIN', { userEmail: client.email, action: 'LOGIN' }),
    records('of many people', { userEmail: client.email.slice(0, 3) }),
    records('of nearly all', { userEmail: 'shop.example' }),
    records('of nobody', { userEmail: 'nobody@nowhere' }),
    list('clients, all', API.adminClients),
    list('clients, suspended', API.adminClients, { status: 'suspended' }),
    list('clients, by name', API.adminClients, { search: client.fullName.slice(0, 4) }),
    list('clients, by email', API.adminClients, { search: client.email }),
    call('clients, plain call', API.adminClients),
    ...periods.map((period) => call(`dashboard ${period}`, API.adminDashboard, { period })),
    call('dashboard, two years', API.adminDashboard, { startDate: '2024-11-20', endDate: '2026-11-10' }),
    ...periods.map((period) => call(`revenue ${period}`, API.adminRevenue, { period })),
    call('dashboard as a file, 365d', API.adminDashboardExport, { period: '365d' }),
    call('shipment stats, all time', API.adminShipmentStats),
    call('shipment stats, a month', API.adminShipmentStats, month),
    call('shipment stats, a year', API.adminShipmentStats, {
      startDate: '2025-11-15',
      endDate: '2026-11-15',
    }),
    call('audit stats, all time', API.adminAuditStats),
    call('audit stats, a year', API.adminAuditStats, { startDate: '2025-11-15', endDate: '2026-11-15' }),
    call('commission impact', API.adminPricingImpact, { markupType: 'percentage', markupAmount: '12.5' }),
    ...moneyCalls(periods, big.clientId),
    call('incidents', API.adminIncidents),
    call('attention', API.adminAttention),
    call('one shipment', API.adminShipment.replace(':id', shipment.shipmentId)),
  ];
}

const request = (server: SeededServer, path: string, query: Record<string, string>) =>
  fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });

async function getJson<T>(server: SeededServer, path: string, query: Record<string, string>): Promise<T> {
  const answer = await request(server, path, query);
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** The same call with its first, middle and last page, as many as there are. Null where there is no such call. */
async function pagesOf(server: SeededServer, { path, query, pages }: Call) {
  const answer = await request(server, path, query);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  if (!pages) return { first: query };
  const body = (await answer.json()) as { data?: { pagination: Pages }; pagination?: Pages };
  const last = (body.data?.pagination ?? body.pagination)?.totalPages ?? 1;
  const page = (number: number) => ({ ...query, page: String(number) });
  return {
    first: page(1),
    ...(last > 2 ? { middle: page(Math.ceil(last / 2)) } : {}),
    ...(last > 1 ? { last: page(last) } : {}),
  };
}
type Pages = { totalPages: number };

async function timeOf(server: SeededServer, path: string, query: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await request(server, path, query);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}?${new URLSearchParams(query)} returned ${answer.status}`);
  return performance.now() - startedAt;
}

/** L13: what each call costs with few rows and with a hundred times as many, one after the other, so that both see the same machine. */
export async function benchCalls(few: SeededServer, many: SeededServer): Promise<void> {
  const [callsOfFew, callsOfMany] = [await callsOf(few), await callsOf(many)];
  const ratios: number[] = [];
  for (const [index, ofMany] of callsOfMany.entries()) {
    const ofFew = callsOfFew[index];
    if (!ofFew) throw new Error('Both servers must have the same calls');
    const [pagesOfFew, pagesOfMany] = [await pagesOf(few, ofFew), await pagesOf(many, ofMany)];
    if (!pagesOfFew || !pagesOfMany) {
      console.log(`L13  ${ofMany.name.padEnd(52)} not available`);
      continue;
    }
    for (const [page, query] of Object.entries(pagesOfMany)) {
      // A list of few rows may have only one page, which is then used for all of its pages.
      const small = pagesOfFew[page as keyof typeof pagesOfFew] ?? pagesOfFew.first;
      const [atFew, atMany]: [number[], number[]] = [[], []];
      for (let round = -WARM_UP; round < TIMES; round += 1) {
        const [one, other] = [await timeOf(few, ofFew.path, small), await timeOf(many, ofMany.path, query)];
        if (round < 0) continue;
        atFew.push(one);
        atMany.push(other);
      }
      ratios.push(show(ofMany.pages ? `${ofMany.name}: ${page} page` : ofMany.name, atFew, atMany));
    }
  }
  console.log(`L13  largest ratio ${Math.max(...ratios).toFixed(2)}, median ${median(ratios).toFixed(2)}`);
}

function show(name: string, atFew: number[], atMany: number[]): number {
  const figures = (times: number[]) =>
    [median(times), percentile(times, 0.95)].map((time) => time.toFixed(1).padStart(6)).join(' /');
  const ratio = percentile(atMany, 0.95) / percentile(atFew, 0.95);
  console.log(`L13  ${name.padEnd(52)} ${figures(atFew)} ms  ${figures(atMany)} ms  ${ratio.toFixed(2)}`);
  return ratio;
}
