import { ROUTES } from '../src/app.ts';
import type { Route } from '../src/platform/http/route.ts';

/** The objects that the calls of the matrix refer to. */
export interface Subjects {
  clientId: string;
  shipmentId: string;
  incident: { kind: string; objectId: string };
}

interface Input {
  params?: (subjects: Subjects) => Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** What a CSV file starts with. */
  csv?: string;
}

export interface AdminCall extends Input, Pick<Route, 'method' | 'path' | 'answer' | 'deprecated'> {}

const ofClient = ({ clientId }: Subjects) => ({ id: clientId });
const ofShipment = ({ shipmentId }: Subjects) => ({ id: shipmentId });
const RANGE = { startDate: '2026-11-01', endDate: '2026-11-30' };

/** A valid input for every admin route, by operation id. */
const INPUTS: Record<string, Input> = {
  getDashboard: { query: { period: '7d' } },
  getRevenue: { query: RANGE },
  exportDashboard: { query: { format: 'csv' }, csv: 'Summary\r\n' },
  getShipmentStats: { query: RANGE },
  listClients: { query: { limit: '10' } },
  getClient: { params: ofClient },
  updateClient: { params: ofClient, body: { fullName: 'Another Name' } },
  suspendClient: { params: ofClient },
  activateClient: { params: ofClient },
  resetClientCommission: { params: ofClient },
  deleteClient: { params: ofClient, body: { confirmPermanentDelete: true } },
  getGlobalCommission: {},
  updateGlobalCommission: { body: { markupType: 'percentage', markupAmount: 12 } },
  estimateCommissionImpact: { query: { markupType: 'flat_rate', markupAmount: '0.50' } },
  listShipments: { query: { limit: '10' } },
  exportShipments: { query: { format: 'csv' }, csv: 'Shipment ID,Tracking ID,Client,' },
  getShipmentDetails: { params: ofShipment },
  refundShipment: { params: ofShipment, body: { amount: 1, reason: 'The parcel was late.' } },
  listAuditLogs: { query: { limit: '5' } },
  getAuditStats: { query: RANGE },
  exportAuditLogs: {
    query: { format: 'csv' },
    csv: 'Timestamp,Event Type,User,User email,Role,IP Address,Status,Details',
  },
  listIncidents: {},
  listBreaks: {},
  settleBreak: { params: ({ incident }) => incident, body: { note: 'Refunded by hand.' } },
  closeIncident: { params: ({ incident }) => incident, body: { note: 'Refunded by hand.' } },
};

/** Every admin route with an input. One without an input here fails. */
export const ADMIN_CALLS: readonly AdminCall[] = ROUTES.filter(({ access }) => access === 'admin').map(
  ({ operationId, method, path, answer, deprecated = false }) => {
    const input = INPUTS[operationId];
    if (!input) throw new Error(`Add an input for ${operationId} to the admin matrix`);
    return { ...input, method, path, answer, deprecated };
  },
);

export function addressOf({ path, params, query }: AdminCall, subjects: Subjects): string {
  const values = params?.(subjects) ?? {};
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Parses Fastify's route tree into lines such as `GET /api/admin/clients/:id`, hidden routes included. */
export function knownRoutes(printed: string): string[] {
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
