import type { Permission } from '@lading/contract/permissions.ts';
import { ROUTES } from '../src/app.ts';
import { reportIncident } from '../src/domains/reconciliation/report-incident.ts';
import type { Route } from '../src/platform/http/route.ts';
import { newId } from '../src/platform/ids.ts';
import { BILLING_SETTINGS, issueStatement, startBillingIn } from './billing.ts';
import type { TestApp } from './build-test-app.ts';
import { makeInvitation, makeUser } from './factories.ts';
import { makeAdjustment } from './make-adjustment.ts';

/** The objects that the calls of the matrix refer to. */
export interface Subjects {
  clientId: string;
  shipmentId: string;
  incident: { kind: string; objectId: string };
  staffId: string;
  invitationId: string;
  groupId: string;
  documentId: string;
  adjustmentId: string;
  invoiceId: string;
  evidenceId: string;
  payoutId: string;
}

interface Input {
  params?: (subjects: Subjects) => Record<string, string>;
  query?: Record<string, string>;
  body?: object | (() => object);
  /** What a CSV file starts with. */
  csv?: string;
  /** Of a file that is not CSV. */
  contentType?: string;
}

export interface AdminCall
  extends Input,
    Pick<Route, 'method' | 'path' | 'answer' | 'deprecated' | 'operationId'> {
  permission: Permission;
  status: number;
}

/** Calls that change nothing (reads, and calls that are refused) may share their subjects with others. */
export const isRead = ({ method }: AdminCall) => method === 'GET';

/** A call that changes something gets its own client, incident, staff member and invitation. */
export async function makeSubjects(test: TestApp, shipmentId: string): Promise<Subjects> {
  const incident = { kind: 'refund_refused', objectId: newId() } as const;
  await reportIncident(test.deps, incident.kind, incident.objectId, 'The charge is disputed.');
  const { id: staffId } = await makeUser(test, { staffRole: 'support' });
  const invitationId = await makeInvitation(test, staffId);
  const groupId = await makePriceSubjects(test, staffId);
  const documentId = await makeStatement(test, (await makeUser(test)).id);
  const { id: clientId } = await makeUser(test);
  const adjustment = await makeAdjustment(test, { shipmentId, clientId, staffId });
  const payoutId = await makePayout(test);
  const others = { invitationId, groupId, documentId, payoutId, ...adjustment };
  return { clientId, shipmentId, incident, staffId, ...others };
}

async function makePayout({ deps: { db }, clock }: TestApp): Promise<string> {
  const [now, id] = [clock.now(), `po_${newId()}`];
  await db
    .insertInto('processor_payouts')
    .values({
      id,
      provider: 'test',
      amount_cents: 1_000,
      currency: 'USD',
      status: 'in_transit',
      created_at: now,
      arrives_at: now,
      itemized: false,
      failure: null,
      items_read_at: null,
      read_at: now,
    })
    .execute();
  return id;
}

const DRAFT_REVISION = '0193b6a0-0000-7000-8000-000000000017';
const NOW = { from: null, note: '' };

/** A draft with a known revision. Some calls publish or discard it. */
export async function makeDraft({ deps: { db }, clock }: TestApp, staffId: string): Promise<void> {
  const draft = { revision: DRAFT_REVISION, rules: '[]', updated_at: clock.now(), updated_by: staffId };
  await db
    .insertInto('price_draft')
    .values(draft)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(draft))
    .execute();
}

/** A draft, a first version and a client group. */
async function makePriceSubjects(test: TestApp, staffId: string): Promise<string> {
  const { db } = test.deps;
  const [now, id] = [test.clock.now(), newId()];
  await makeDraft(test, staffId);
  const version = {
    number: 1,
    rules: '[]',
    effective_from: now,
    published_at: now,
    published_by: staffId,
    note: '',
  };
  await db
    .insertInto('price_versions')
    .values({ ...version, repeats: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Groups of earlier calls, because their number is limited.
  await db.deleteFrom('client_groups').execute();
  await db.insertInto('client_groups').values({ id, name: id, created_at: now, updated_at: now }).execute();
  return id;
}

const CLOSED_MONTH = '2026-10';

/** A statement of a closed month. */
async function makeStatement({ deps }: TestApp, userId: string): Promise<string> {
  const { db, clock } = deps;
  await startBillingIn(db, clock.now());
  await issueStatement(deps, userId, CLOSED_MONTH);
  const { id } = await db
    .selectFrom('billing_documents')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

const ofClient = ({ clientId }: Subjects) => ({ id: clientId });
const ofShipment = ({ shipmentId }: Subjects) => ({ id: shipmentId });
const ofDocument = ({ documentId }: Subjects) => ({ id: documentId });
const ofGroup = ({ groupId }: Subjects) => ({ id: groupId });
const ofStaff = ({ staffId }: Subjects) => ({ id: staffId });
const ofInvitation = ({ invitationId }: Subjects) => ({ id: invitationId });
const ofAdjustment = ({ adjustmentId }: Subjects) => ({ id: adjustmentId });
const INVOICE_FILE = {
  query: { fileName: 'usps.csv' },
  body: () => Buffer.from('carrier,invoice_number,invoice_date,amount\nUSPS,1,2026-11-14,1.00'),
};
const POLICY = { mode: 'pass_on', threshold: 50, fee: 0 };
const RANGE = { startDate: '2026-11-01', endDate: '2026-11-30' };

/** A valid input for every admin route, by operation id. */
const INPUTS: Record<string, Input> = {
  getDashboard: { query: { period: '7d' } },
  getAttention: {},
  snoozeAttention: { body: { kind: 'failed_labels', subject: '' } },
  endSnoozes: {},
  getRevenue: { query: RANGE },
  exportDashboard: { query: { format: 'csv' }, csv: 'Summary\r\n' },
  getShipmentStats: { query: RANGE },
  getClientOverview: { params: ofClient },
  getClientBalance: { params: ofClient },
  changeClientBalance: { params: ofClient, body: { kind: 'deposit', amount: 1_000, note: 'Bank transfer' } },
  changeClientTerms: { params: ofClient, body: { creditLimit: 50_000, dueDays: 14 } },
  getBalanceSettings: {},
  changeBalanceSettings: { body: { refunds: 'client_chooses' } },
  listBillingDocuments: { query: { kind: 'invoice', year: '2026' } },
  getBillingDocument: { params: ofDocument, query: { format: 'csv' }, csv: 'Document,Date,Section,' },
  exportBillingRegister: { query: { year: '2026' }, csv: 'Number,Kind,Sequence,Issued,' },
  issueBillingDocuments: { params: ofClient, body: { month: CLOSED_MONTH } },
  getBillingSettings: {},
  changeBillingSettings: { body: BILLING_SETTINGS },
  getClientBillingDetails: { params: ofClient },
  changeClientBillingDetails: {
    params: ofClient,
    body: { company: 'Kite', addressLines: [], taxId: '', reference: '' },
  },
  listAdjustments: { query: RANGE },
  exportAdjustments: { query: { format: 'csv' }, csv: 'Date,Day,Client,Client email,Carrier,' },
  getAdjustment: { params: ofAdjustment },
  decideAdjustmentDispute: { params: ofAdjustment, body: { state: 'sent' } },
  getEvidence: {
    params: ({ adjustmentId, evidenceId }) => ({ id: adjustmentId, fileId: evidenceId }),
    csv: '%PDF-1.7',
    contentType: 'application/pdf',
  },
  getAdjustmentPolicy: {},
  changeAdjustmentPolicy: { body: POLICY },
  getClientAdjustmentPolicy: { params: ofClient },
  changeClientAdjustmentPolicy: { params: ofClient, body: POLICY },
  resetClientAdjustmentPolicy: { params: ofClient },
  previewCarrierInvoice: INVOICE_FILE,
  importCarrierInvoice: INVOICE_FILE,
  listCarrierInvoices: {},
  getCarrierInvoice: { params: ({ invoiceId }) => ({ id: invoiceId }) },
  listClientNotes: { params: ofClient },
  addClientNote: { params: ofClient, body: { text: 'Prefers email.' } },
  deleteClientNote: { params: ({ clientId }) => ({ id: clientId, noteId: clientId }) },
  listPriceChanges: {},
  listRefunds: { query: RANGE },
  exportRefunds: { query: { format: 'csv' }, csv: 'Date,Day,Amount,Kind,State,Reason,' },
  listUnspentMoney: {},
  getMoney: { query: { ...RANGE, by: 'client' } },
  exportMoney: { query: { by: 'day' }, csv: 'Day,Revenue,Carrier cost,Processor fees,Refunds,' },
  listMoneyLines: { query: { period: '7d', figure: 'refunds' } },
  exportMoneyLines: { query: { carrier: 'USPS' }, csv: 'Date,Day,Kind,Revenue,Carrier cost,' },
  listPayouts: { query: RANGE },
  getPayout: { params: ({ payoutId }) => ({ id: payoutId }) },
  getProcessorFees: { query: RANGE },
  exportMovements: { query: { format: 'csv' }, csv: 'Date,Day,Kind,Amount,Fee,Net,' },
  listClients: { query: { limit: '10' } },
  getClient: { params: ofClient },
  updateClient: { params: ofClient, body: { fullName: 'Another Name' } },
  suspendClient: { params: ofClient },
  activateClient: { params: ofClient },
  resetClientSecondFactors: { params: ofClient },
  listClientSessions: { params: ofClient },
  endClientSessions: { params: ofClient },
  listClientApiKeys: { params: ofClient },
  deleteClientApiKeys: { params: ofClient },
  resetClientCommission: { params: ofClient },
  deleteClient: { params: ofClient, body: { confirmPermanentDelete: true } },
  getGlobalCommission: {},
  updateGlobalCommission: { body: { markupType: 'percentage', markupAmount: 12 } },
  estimateCommissionImpact: { query: { markupType: 'flat_rate', markupAmount: '0.50' } },
  getPriceRules: {},
  savePriceDraft: { body: { revision: DRAFT_REVISION, rules: [] } },
  discardPriceDraft: { query: { revision: DRAFT_REVISION } },
  publishPriceDraft: { body: { revision: DRAFT_REVISION, ...NOW } },
  getPriceVersion: { params: () => ({ number: '1' }) },
  publishPriceVersion: { params: () => ({ number: '1' }), body: NOW },
  previewPriceRules: { query: { days: '30' } },
  exportPricePreview: { query: { days: '90' }, csv: 'Shipment ID,Date,Client,Carrier,' },
  listClientGroups: {},
  createClientGroup: { body: () => ({ name: newId(), clients: [] }) },
  updateClientGroup: { params: ofGroup, body: () => ({ name: newId(), clients: [] }) },
  deleteClientGroup: { params: ofGroup },
  listShipments: { query: { limit: '10' } },
  exportShipments: { query: { format: 'csv' }, csv: 'Shipment ID,Tracking ID,Client,' },
  getShipmentDetails: { params: ofShipment },
  refundShipment: { params: ofShipment, body: { amount: 1, reason: 'The parcel was late.' } },
  voidShipment: { params: ofShipment },
  listAuditLogs: { query: { limit: '5' } },
  getAuditStats: { query: RANGE },
  exportAuditLogs: {
    query: { format: 'csv' },
    csv: 'Timestamp,Event Type,User,User email,Role,IP Address,Status,Details',
  },
  listStaff: {},
  inviteStaff: { body: () => ({ email: `${newId()}@staff.example`, role: 'support' }) },
  resendStaffInvitation: { params: ofInvitation },
  revokeStaffInvitation: { params: ofInvitation },
  changeStaffRole: { params: ofStaff, body: { role: 'finance' } },
  suspendStaff: { params: ofStaff },
  activateStaff: { params: ofStaff },
  endStaffSessions: { params: ofStaff },
  resetStaffSecondFactors: { params: ofStaff },
  removeStaff: { params: ofStaff },
  listIncidents: {},
  listBreaks: {},
  settleBreak: { params: ({ incident }) => incident, body: { note: 'Refunded by hand.' } },
  closeIncident: { params: ({ incident }) => incident, body: { note: 'Refunded by hand.' } },
};

/** Every admin route with its input. Throws for a route without one. */
export const ADMIN_CALLS: readonly AdminCall[] = ROUTES.filter(({ access }) => access === 'admin').map(
  ({ operationId, method, path, answer, permission, status = 200, deprecated = false }) => {
    const input = INPUTS[operationId];
    if (!input) throw new Error(`Add an input for ${operationId} to the admin matrix`);
    if (!permission) throw new Error(`${operationId} has no permission`);
    return { ...input, operationId, method, path, answer, permission, status, deprecated };
  },
);

export const bodyOf = ({ body }: AdminCall) => (typeof body === 'function' ? body() : body);

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
