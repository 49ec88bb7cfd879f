import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './platform/app-error.ts';
import { createServer } from './platform/http/create-server.ts';
import { installErrorAnswers, sendError } from './platform/http/error-answers.ts';
import { installGracefulShutdown, type ShutdownDeps } from './platform/http/graceful-shutdown.ts';
import { type HealthDeps, installHealthRoutes } from './platform/http/health.ts';
import { installMetricsRoute } from './platform/http/metrics.ts';
import { type ProcessDeps, processMetrics } from './platform/http/process-metrics.ts';
import type { Log } from './platform/log.ts';

/** Builds the HTTP application of a worker: health, readiness and metrics. */
export async function buildWorkerApp(
  config: Pick<Config, 'metricsToken' | 'trustedProxies' | 'tls'>,
  deps: HealthDeps & ShutdownDeps & ProcessDeps & { log: Log },
): Promise<FastifyInstance> {
  const metrics = processMetrics(deps);
  const server = createServer(deps.log, metrics, config.trustedProxies, config.tls);
  installGracefulShutdown(server, deps);
  installErrorAnswers(server);
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('NOT_FOUND')));
  installHealthRoutes(server, deps);
  installMetricsRoute(server, metrics, config.metricsToken);
  await server.ready();
  return server;
}
