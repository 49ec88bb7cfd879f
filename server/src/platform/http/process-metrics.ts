import type { ProviderMetrics } from '../outgoing/provider-metrics.ts';
import { Metrics } from './metrics.ts';

type Read = () => Promise<number>;

/** What a process of any role tells about itself and about all of them together. */
export interface ProcessDeps {
  providerMetrics: ProviderMetrics;
  poolState: () => { total: number; idle: number; waiting: number };
  openIncidents: () => Promise<number>;
  /** Of all processes together. */
  openWork: { shipments: Read; refunds: Read; bulkRows: Read };
  /** Seconds since any process drove on what was left; infinite when none ever did. */
  sweepAge: () => Promise<number>;
}

export function processMetrics(deps: ProcessDeps): Metrics {
  const metrics = new Metrics();
  deps.providerMetrics.registerIn(metrics.registry);
  metrics.gauge('db_connections', 'Open database connections', () => deps.poolState().total);
  metrics.gauge('db_requests_waiting', 'Requests waiting for a connection', () => deps.poolState().waiting);
  metrics.gauge('open_incidents', 'Open incidents', deps.openIncidents);
  metrics.gauge('open_breaks', 'Deprecated: use lading_open_incidents', deps.openIncidents);
  metrics.gauge('shipments_in_progress', 'Paid shipments without a label yet', deps.openWork.shipments);
  metrics.gauge(
    'shipments_in_passing',
    'Deprecated: use lading_shipments_in_progress',
    deps.openWork.shipments,
  );
  metrics.gauge('refunds_open', 'Refunds on their way', deps.openWork.refunds);
  metrics.gauge('bulk_rows_waiting', 'Rows of batches that wait for work', deps.openWork.bulkRows);
  metrics.gauge('sweep_age_seconds', 'Since a worker last drove on what was left', deps.sweepAge);
  return metrics;
}
