import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import { type RuntimeConfig, RuntimeConfigSchema } from '@lading/contract/runtime-config.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { ADDRESS_ROUTES } from './domains/addresses/addresses.routes.ts';
import type { PlacesDeps } from './domains/addresses/suggest-places.ts';
import type { AddressDeps } from './domains/addresses/validate-address.ts';
import { ADJUSTMENT_ROUTES } from './domains/adjustments/adjustments.routes.ts';
import { CARRIER_INVOICE_ROUTES } from './domains/adjustments/carrier-invoices.routes.ts';
import { ANALYTICS_ROUTES } from './domains/analytics/analytics.routes.ts';
import { ATTENTION_ROUTES } from './domains/attention/attention.routes.ts';
import { AUDIT_ROUTES } from './domains/audit/audit.routes.ts';
import { Refusals } from './domains/audit/refusals.ts';
import { BALANCE_ROUTES } from './domains/balances/balances.routes.ts';
import type { ChangeDeps } from './domains/balances/change-balance.ts';
import type { BillingDeps } from './domains/billing/billing.deps.ts';
import { BILLING_ROUTES } from './domains/billing/billing.routes.ts';
import type { BulkDeps } from './domains/bulk/bulk.deps.ts';
import { BULK_ROUTES } from './domains/bulk/bulk.routes.ts';
import { ADMIN_CLIENT_ROUTES, type AdminClientDeps } from './domains/clients/admin-clients.routes.ts';
import { CLIENT_ROUTES } from './domains/clients/clients.routes.ts';
import { OWN_DATA_ROUTES, type OwnDataDeps } from './domains/clients/own-data.routes.ts';
import { ACCOUNT_ROUTES } from './domains/identity/account.routes.ts';
import { API_KEY_ROUTES } from './domains/identity/api-keys.routes.ts';
import {
  accountOf,
  actorOf,
  installSessionCache,
  noteRefusals,
  requireAdmin,
  requireUser,
} from './domains/identity/identity.guards.ts';
import { IDENTITY_ROUTES } from './domains/identity/identity.routes.ts';
import { MONEY_ROUTES } from './domains/money/money.routes.ts';
import { ORDER_RULE_ROUTES } from './domains/order-rules/order-rules.routes.ts';
import { RULE_SERVICE_ROUTES } from './domains/order-rules/rule-services.routes.ts';
import { DELETION_NOTICE_ROUTES } from './domains/orders/deletion-notices.routes.ts';
import { ORDER_AUTHORIZATION_ROUTES } from './domains/orders/order-authorizations.routes.ts';
import type { OrderSourceDeps } from './domains/orders/order-sources.deps.ts';
import { ORDER_SOURCE_ROUTES } from './domains/orders/order-sources.routes.ts';
import { ORDER_VIEW_ROUTES } from './domains/orders/order-views.routes.ts';
import { ORDER_ROUTES } from './domains/orders/orders.routes.ts';
import { RULE_TRIAL_ROUTES } from './domains/orders/rule-trials.routes.ts';
import { PAYMENT_ROUTES } from './domains/payments/payments.routes.ts';
import { PRICE_RULE_ROUTES } from './domains/pricing/price-rules.routes.ts';
import { PRICING_ROUTES } from './domains/pricing/pricing.routes.ts';
import { PROCESSOR_BALANCE_ROUTES } from './domains/processor-balance/processor-balance.routes.ts';
import { PRODUCT_ROUTES } from './domains/products/products.routes.ts';
import { RECONCILIATION_ROUTES } from './domains/reconciliation/reconciliation.routes.ts';
import { relyingPartyAt } from './domains/second-factor/relying-party.ts';
import type { SecondFactorDeps } from './domains/second-factor/second-factor.deps.ts';
import {
  ADMIN_SECOND_FACTOR_ROUTES,
  SECOND_FACTOR_ROUTES,
} from './domains/second-factor/second-factor.routes.ts';
import type { EmailLabelDeps } from './domains/shipments/email-label.ts';
import { OPERATOR_MONEY_ROUTES } from './domains/shipments/operator/money.routes.ts';
import type { OperatorDeps } from './domains/shipments/operator/operator.deps.ts';
import { OPERATOR_SHIPMENT_ROUTES } from './domains/shipments/operator/operator.routes.ts';
import { SHIPMENT_ROUTES } from './domains/shipments/shipments.routes.ts';
import type { StaffDeps } from './domains/staff/staff.deps.ts';
import { INVITATION_ROUTES, STAFF_ROUTES } from './domains/staff/staff.routes.ts';
import { TOP_UPS_ROUTES } from './domains/top-ups/top-ups.routes.ts';
import { AppError } from './platform/app-error.ts';
import { installCors } from './platform/http/cors.ts';
import { createServer } from './platform/http/create-server.ts';
import { installErrorAnswers, sendError } from './platform/http/error-answers.ts';
import { installGracefulShutdown, type ShutdownDeps } from './platform/http/graceful-shutdown.ts';
import { type HealthDeps, installHealthRoutes } from './platform/http/health.ts';
import { installLoadShedding, LoadWatch } from './platform/http/load-shedding.ts';
import { installMetricsRoute } from './platform/http/metrics.ts';
import { installDocsRoutes, installOpenApi } from './platform/http/openapi.ts';
import { type ProcessDeps, processMetrics } from './platform/http/process-metrics.ts';
import { installGeneralLimit, RateLimits } from './platform/http/rate-limits.ts';
import { installReadOnlyMode } from './platform/http/read-only-mode.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { type Route, routesOf } from './platform/http/route.ts';
import { useContractSchemas } from './platform/http/schema-compilers.ts';
import { type CardFormSources, installSecurityHeaders } from './platform/http/security-headers.ts';
import { installStaticFiles } from './platform/http/static-files.ts';
import type { Log } from './platform/log.ts';
import { isTracing } from './platform/tracing/span.ts';
import { traceRequests } from './platform/tracing/trace-requests.ts';

export interface AppDeps
  extends SecondFactorDeps,
    AddressDeps,
    PlacesDeps,
    OperatorDeps,
    AdminClientDeps,
    HealthDeps,
    ShutdownDeps,
    ProcessDeps,
    EmailLabelDeps,
    StaffDeps,
    OwnDataDeps,
    ChangeDeps,
    BillingDeps,
    BulkDeps,
    OrderSourceDeps {
  log: Log;
  timings: BulkDeps['timings'] & OrderSourceDeps['timings'];
  /** Routes of the configured providers: webhooks, and the card form of the test gateway. */
  providerRoutes: readonly Route[];
  /** Null when the card form is our own. */
  cardFormSources: CardFormSources | null;
  /** Quotes and validations that the label provider answers per minute, for all accounts; null without a limit. */
  providerCallsPerMinute: number | null;
}

/** Every route of the API except those of providers. */
export const ROUTES: readonly Route<AppDeps>[] = [
  ...IDENTITY_ROUTES,
  ...INVITATION_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...ACCOUNT_ROUTES,
  ...API_KEY_ROUTES,
  ...OWN_DATA_ROUTES,
  ...ADDRESS_ROUTES,
  ...PAYMENT_ROUTES,
  ...TOP_UPS_ROUTES,
  ...SHIPMENT_ROUTES,
  ...BALANCE_ROUTES,
  ...ADJUSTMENT_ROUTES,
  ...CARRIER_INVOICE_ROUTES,
  ...BILLING_ROUTES,
  ...BULK_ROUTES,
  ...ORDER_SOURCE_ROUTES,
  ...DELETION_NOTICE_ROUTES,
  ...ORDER_AUTHORIZATION_ROUTES,
  ...ORDER_ROUTES,
  ...ORDER_RULE_ROUTES,
  ...RULE_TRIAL_ROUTES,
  ...RULE_SERVICE_ROUTES,
  ...ORDER_VIEW_ROUTES,
  ...CLIENT_ROUTES,
  ...PRODUCT_ROUTES,
  ...ANALYTICS_ROUTES,
  ...ATTENTION_ROUTES,
  ...ADMIN_CLIENT_ROUTES,
  ...ADMIN_SECOND_FACTOR_ROUTES,
  ...PRICING_ROUTES,
  ...PRICE_RULE_ROUTES,
  ...OPERATOR_SHIPMENT_ROUTES,
  ...OPERATOR_MONEY_ROUTES,
  ...MONEY_ROUTES,
  ...PROCESSOR_BALANCE_ROUTES,
  ...AUDIT_ROUTES,
  ...RECONCILIATION_ROUTES,
  ...STAFF_ROUTES,
];

const PURCHASE_PATHS: ReadonlySet<string> = new Set([
  API.validateAddress,
  API.rates,
  API.createPaymentIntent,
  API.label,
]);

/** Buying labels never ends a session or changes an account. */
const leavesSessions = (path: string) => PURCHASE_PATHS.has(path) || path.startsWith(`${API.batches}/`);

/** Builds the whole HTTP application without a port: `main` listens, tests inject. */
export async function buildApp(config: Config, deps: AppDeps): Promise<FastifyInstance> {
  const metrics = processMetrics(deps);
  metrics.gauge(
    'password_hashes_waiting',
    'Passwords waiting to be hashed',
    () => deps.passwords.state().waiting,
  );

  const server = createServer(deps.log, metrics, config.trustedProxies, config.tls);
  if (isTracing()) traceRequests(server);
  installGracefulShutdown(server, deps);
  installErrorAnswers(server, { count: (code) => metrics.countRefusal(code), accountOf });
  installSecurityHeaders(server, {
    connectTo: [config.apiBaseUrl, config.adminBaseUrl, config.verifyBaseUrl].filter((url) => url !== ''),
    cardForm: deps.cardFormSources,
    https: config.publicUrl?.startsWith('https:') ?? false,
  });
  const routes = [...ROUTES, ...deps.providerRoutes, runtimeConfigRoute(config)];
  await installCors(server, config.corsOrigins, routes);
  installReadOnlyMode(server, deps.databaseMode);
  if (config.rateLimits) {
    const load = new LoadWatch(() => deps.poolState().waiting);
    server.addHook('onClose', async () => load.stop());
    installLoadShedding(server, load.isOverloaded);
  }
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('NOT_FOUND')));
  const limits = config.rateLimits ? new RateLimits(deps.db, deps.log, deps.providerCallsPerMinute) : null;
  if (limits) installGeneralLimit(server, limits);
  const refusals = new Refusals(deps);
  server.addHook('onError', noteRefusals(deps, refusals));
  installSessionCache(server, deps, leavesSessions);
  await installOpenApi(server);

  const guards = { user: requireUser(deps), admin: requireAdmin(deps, refusals), actorOf };
  registerRoutes(useContractSchemas(server), routes, deps, guards, limits);
  if (config.apiDocs) installDocsRoutes(server);
  installHealthRoutes(server, deps);
  installMetricsRoute(server, metrics, config.metricsToken);
  if (config.webDir !== null) installStaticFiles(server, config.webDir);
  await server.ready();
  return server;
}

const runtimeConfigRoute = (config: Config) =>
  routesOf<AppDeps>('Web')({
    method: 'GET',
    path: API.runtimeConfig,
    access: 'public',
    operationId: 'getRuntimeConfig',
    summary: 'Returns the settings of the web application.',
    hidden: true,
    answer: RuntimeConfigSchema,
    handle: (deps, { reply }) => {
      reply.header('cache-control', 'no-cache');
      return runtimeConfig(config, deps);
    },
  });

function runtimeConfig(config: Config, { publicUrl }: AppDeps): RuntimeConfig {
  const { apiBaseUrl, adminBaseUrl, verifyBaseUrl, supportEmail, demo } = config;
  return {
    productName: PRODUCT_NAME,
    apiBaseUrl,
    adminBaseUrl,
    verifyBaseUrl,
    supportEmail,
    demo,
    emailsLabels: config.providers.mail.kind === 'smtp',
    security: config.security,
    secondFactorFor: config.secondFactorFor,
    passkeyOrigin: relyingPartyAt(publicUrl())?.origin ?? null,
    timeZone: config.timeZone,
    payment: paymentOf(config.providers.payment),
  };
}

const paymentOf = (payment: Config['providers']['payment']): RuntimeConfig['payment'] =>
  payment.kind === 'test'
    ? { provider: 'test' }
    : { provider: 'stripe', publishableKey: payment.publishableKey, scriptUrl: payment.scriptUrl };
