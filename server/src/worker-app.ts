import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { AppError } from './platform/app-error.ts';
import { createServer } from './platform/http/create-server.ts';
import { installErrorAnswers, sendError } from './platform/http/error-answers.ts';
import { type HealthDeps, installHealthRoutes } from './platform/http/health.ts';
import { installLeaving } from './platform/http/leaving.ts';
import { installMetricsRoute } from './platform/http/metrics.ts';
import { type ProcessDeps, processMetrics } from './platform/http/process-metrics.ts';
import type { Log } from './platform/log.ts';

/** All that a worker answers: whether it lives, whether it can work, and its figures. */
export async function buildWorkerApp(
  config: Pick<Config, 'metricsToken' | 'trustedProxies'>,
  deps: HealthDeps & ProcessDeps & { log: Log },
): Promise<FastifyInstance> {
  const metrics = processMetrics(deps);
  const server = createServer(deps.log, metrics, config.trustedProxies);
  installLeaving(server, deps.isLeaving);
  installErrorAnswers(server);
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('NOT_FOUND')));
  installHealthRoutes(server, deps);
  installMetricsRoute(server, metrics, config.metricsToken);
  await server.ready();
  return server;
}
