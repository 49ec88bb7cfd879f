import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { API } from '@lading/contract/routes.ts';
import { type RuntimeConfig, RuntimeConfigSchema } from '@lading/contract/runtime-config.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { addressRoutes } from './domains/addresses/addresses.routes.ts';
import type { PlacesDeps } from './domains/addresses/suggest-places.ts';
import type { AddressDeps } from './domains/addresses/validate-address.ts';
import { analyticsRoutes } from './domains/analytics/analytics.routes.ts';
import { auditRoutes } from './domains/audit/audit.routes.ts';
import { type BulkRouteDeps, bulkRoutes } from './domains/bulk/bulk.routes.ts';
import { type AdminClientDeps, adminClientRoutes } from './domains/clients/admin-clients.routes.ts';
import { clientRoutes } from './domains/clients/clients.routes.ts';
import type { IdentityDeps } from './domains/identity/identity.deps.ts';
import { actorOf, requireAdmin, requireUser } from './domains/identity/identity.guards.ts';
import { identityRoutes } from './domains/identity/identity.routes.ts';
import { paymentRoutes } from './domains/payments/payments.routes.ts';
import { pricingRoutes } from './domains/pricing/pricing.routes.ts';
import { reconciliationRoutes } from './domains/reconciliation/reconciliation.routes.ts';
import type { EmailLabelDeps } from './domains/shipments/email-label.ts';
import type { OperatorDeps } from './domains/shipments/operator/operator.deps.ts';
import { operatorShipmentRoutes } from './domains/shipments/operator/operator.routes.ts';
import { shipmentRoutes } from './domains/shipments/shipments.routes.ts';
import { AppError } from './platform/app-error.ts';
import { installCors } from './platform/http/cors.ts';
import { createServer } from './platform/http/create-server.ts';
import { installErrorAnswers, sendError } from './platform/http/error-answers.ts';
import { type HealthDeps, installHealthRoutes } from './platform/http/health.ts';
import { installLeaving } from './platform/http/leaving.ts';
import { installMetricsRoute } from './platform/http/metrics.ts';
import { installDocsRoutes, installOpenApi } from './platform/http/openapi.ts';
import { type ProcessDeps, processMetrics } from './platform/http/process-metrics.ts';
import { installRateLimits } from './platform/http/rate-limits.ts';
import { installReadOnlyMode } from './platform/http/read-only-mode.ts';
import { type HttpServer, useContractSchemas } from './platform/http/schema-compilers.ts';
import { installSecurityHeaders, stripeSources } from './platform/http/security-headers.ts';
import { installStaticFiles } from './platform/http/static-files.ts';
import type { Log } from './platform/log.ts';
import { isTracing } from './platform/tracing/span.ts';
import { traceRequests } from './platform/tracing/trace-requests.ts';

export interface AppDeps
  extends IdentityDeps,
    AddressDeps,
    PlacesDeps,
    OperatorDeps,
    AdminClientDeps,
    HealthDeps,
    ProcessDeps,
    EmailLabelDeps,
    Omit<BulkRouteDeps, 'requireUser' | 'actorOf'> {
  log: Log;
  timings: BulkRouteDeps['timings'];
  /** Routes that a provider itself answers, such as the test gateway's card form. */
  providerRoutes: (app: HttpServer) => void;
}

/** The whole server without a port: `main` listens, tests inject. */
export async function buildApp(config: Config, deps: AppDeps): Promise<FastifyInstance> {
  const metrics = processMetrics(deps);
  metrics.gauge(
    'password_hashes_waiting',
    'Passwords waiting to be hashed',
    () => deps.passwords.state().waiting,
  );

  const server = createServer(deps.log, metrics, config.trustedProxies);
  if (isTracing()) traceRequests(server);
  installLeaving(server, deps.isLeaving);
  installErrorAnswers(server);
  installSecurityHeaders(server, {
    connectTo: [config.apiBaseUrl, config.adminBaseUrl, config.verifyBaseUrl].filter((url) => url !== ''),
    cardForm: config.providers.payment.kind === 'stripe' ? stripeSources(config.providers.payment) : null,
    https: config.publicUrl?.startsWith('https:') ?? false,
  });
  installCors(server, config.corsOrigins);
  installReadOnlyMode(server, deps.databaseMode);
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('NOT_FOUND')));
  if (config.rateLimits) await installRateLimits(server, deps.db);
  await installOpenApi(server);

  const app = useContractSchemas(server);
  identityRoutes(app, deps);
  const guarded = { ...deps, requireUser: requireUser(deps), actorOf };
  addressRoutes(app, guarded);
  paymentRoutes(app, guarded);
  shipmentRoutes(app, guarded);
  bulkRoutes(app, guarded);
  clientRoutes(app, guarded);
  deps.providerRoutes(app);
  const forAdmins = { ...deps, requireAdmin: requireAdmin(deps), actorOf };
  analyticsRoutes(app, forAdmins);
  adminClientRoutes(app, forAdmins);
  pricingRoutes(app, forAdmins);
  operatorShipmentRoutes(app, forAdmins);
  auditRoutes(app, forAdmins);
  reconciliationRoutes(app, forAdmins);
  app.get(
    API.runtimeConfig,
    { schema: { hide: true, response: { 200: RuntimeConfigSchema } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return runtimeConfig(config);
    },
  );
  installDocsRoutes(server);
  installHealthRoutes(server, deps);
  installMetricsRoute(server, metrics, config.metricsToken);
  if (config.webDir !== null) installStaticFiles(server, config.webDir);
  await server.ready();
  return server;
}

function runtimeConfig(config: Config): RuntimeConfig {
  const { apiBaseUrl, adminBaseUrl, verifyBaseUrl, supportEmail, demo } = config;
  return {
    productName: PRODUCT_NAME,
    apiBaseUrl,
    adminBaseUrl,
    verifyBaseUrl,
    supportEmail,
    demo,
    emailsLabels: config.providers.mail.kind === 'smtp',
    timeZone: config.timeZone,
    payment: paymentOf(config.providers.payment),
  };
}

const paymentOf = (payment: Config['providers']['payment']): RuntimeConfig['payment'] =>
  payment.kind === 'test'
    ? { provider: 'test' }
    : { provider: 'stripe', publishableKey: payment.publishableKey, scriptUrl: payment.scriptUrl };
