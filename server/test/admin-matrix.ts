import {
  AdminClientAnswerSchema,
  AdminClientsAnswerSchema,
  DeleteClientAnswerSchema,
} from '@lading/contract/admin-clients.ts';
import {
  AdminShipmentDetailsSchema,
  AdminShipmentsAnswerSchema,
  RefundAnswerSchema,
  ShipmentStatsAnswerSchema,
} from '@lading/contract/admin-shipments.ts';
import { AuditLogsAnswerSchema, AuditStatsAnswerSchema } from '@lading/contract/audit.ts';
import { DashboardAnswerSchema, RevenueAnswerSchema } from '@lading/contract/dashboard.ts';
import { GlobalPricingAnswerSchema, PricingImpactSchema } from '@lading/contract/global-pricing.ts';
import { IncidentsAnswerSchema, SettleIncidentAnswerSchema } from '@lading/contract/incidents.ts';
import { API } from '@lading/contract/routes.ts';
import type * as z from 'zod/mini';

/** What the calls of the matrix speak of. */
export interface Subjects {
  clientId: string;
  shipmentId: string;
  incident: { kind: string; objectId: string };
}

export interface AdminCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** A file answers as CSV that begins with these columns or words. */
  answer: z.ZodMiniType | { csv: string };
  params?: (subjects: Subjects) => Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

const ofClient = ({ clientId }: Subjects) => ({ id: clientId });
const ofShipment = ({ shipmentId }: Subjects) => ({ id: shipmentId });
const RANGE = { startDate: '2026-11-01', endDate: '2026-11-30' };

/** Every call of the operator's side, once. A route that is missing here fails the test. */
export const ADMIN_CALLS: readonly AdminCall[] = [
  { method: 'GET', path: API.adminDashboard, query: { period: '7d' }, answer: DashboardAnswerSchema },
  { method: 'GET', path: API.adminRevenue, query: RANGE, answer: RevenueAnswerSchema },
  { method: 'GET', path: API.adminDashboardExport, query: { format: 'csv' }, answer: { csv: 'Summary\r\n' } },
  { method: 'GET', path: API.adminClients, query: { limit: '10' }, answer: AdminClientsAnswerSchema },
  { method: 'GET', path: API.adminClient, params: ofClient, answer: AdminClientAnswerSchema },
  {
    method: 'PUT',
    path: API.adminClient,
    params: ofClient,
    body: { fullName: 'Another Name' },
    answer: AdminClientAnswerSchema,
  },
  {
    method: 'DELETE',
    path: API.adminClient,
    params: ofClient,
    body: { confirmPermanentDelete: true },
    answer: DeleteClientAnswerSchema,
  },
  { method: 'PUT', path: API.adminClientSuspend, params: ofClient, answer: AdminClientAnswerSchema },
  { method: 'PUT', path: API.adminClientActivate, params: ofClient, answer: AdminClientAnswerSchema },
  { method: 'PUT', path: API.adminClientGlobalCommission, params: ofClient, answer: AdminClientAnswerSchema },
  { method: 'GET', path: API.adminGlobalPricing, answer: GlobalPricingAnswerSchema },
  {
    method: 'PUT',
    path: API.adminGlobalPricing,
    body: { markupType: 'percentage', markupAmount: 12 },
    answer: GlobalPricingAnswerSchema,
  },
  {
    method: 'GET',
    path: API.adminPricingImpact,
    query: { markupType: 'flat_rate', markupAmount: '0.50' },
    answer: PricingImpactSchema,
  },
  { method: 'GET', path: API.adminShipments, query: { limit: '10' }, answer: AdminShipmentsAnswerSchema },
  { method: 'GET', path: API.adminShipmentStats, query: RANGE, answer: ShipmentStatsAnswerSchema },
  {
    method: 'GET',
    path: API.adminShipmentsDownload,
    query: { format: 'csv' },
    answer: { csv: 'Shipment ID,Tracking ID,Client,' },
  },
  { method: 'GET', path: API.adminShipment, params: ofShipment, answer: AdminShipmentDetailsSchema },
  {
    method: 'POST',
    path: API.adminRefund,
    params: ofShipment,
    body: { amount: 1, reason: 'The parcel came late.' },
    answer: RefundAnswerSchema,
  },
  { method: 'GET', path: API.adminAuditLogs, query: { limit: '5' }, answer: AuditLogsAnswerSchema },
  { method: 'GET', path: API.adminAuditStats, query: RANGE, answer: AuditStatsAnswerSchema },
  {
    method: 'GET',
    path: API.adminAuditDownload,
    query: { format: 'csv' },
    answer: { csv: 'Timestamp,Event Type,User,User email,Role,IP Address,Status,Details' },
  },
  { method: 'GET', path: API.adminIncidents, answer: IncidentsAnswerSchema },
  {
    method: 'POST',
    path: API.adminSettleIncident,
    params: ({ incident }) => incident,
    body: { note: 'It was paid back by hand.' },
    answer: SettleIncidentAnswerSchema,
  },
];

export function addressOf({ path, params, query }: AdminCall, subjects: Subjects): string {
  const values = params?.(subjects) ?? {};
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Every route that the server knows, also one that its documents hide: `GET /api/admin/clients/:id`. */
export function routesOf(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match?.[2]) return [];
    const depth = (match[1] ?? '').length / 4;
    above.length = depth;
    const path = above.join('') + match[2];
    above.push(match[2]);
    return (match[3]?.split(', ') ?? []).map((method) => `${method} ${path}`);
  });
}
