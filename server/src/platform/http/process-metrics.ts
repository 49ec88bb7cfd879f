import type { DiskSpace } from '../disk-space.ts';
import type { ProviderMetrics } from '../outgoing/provider-metrics.ts';
import { Metrics } from './metrics.ts';

type Read = () => Promise<number>;

/** The metrics that processes of every role expose. */
export interface ProcessDeps {
  providerMetrics: ProviderMetrics;
  poolState: () => { total: number; idle: number; waiting: number };
  openIncidents: () => Promise<number>;
  disk: () => DiskSpace;
  /** Across all processes. */
  openWork: { shipments: Read; refunds: Read; bulkRows: Read; automaticTopUps: Read; stoppedTopUps: Read };
  /** Seconds since the last sweep of any process; infinite before the first. */
  sweepAge: () => Promise<number>;
  /** Seconds since the newest movement in the payment provider's list; infinite before the first. */
  newestMovementAge: () => Promise<number>;
}

export function processMetrics(deps: ProcessDeps): Metrics {
  const metrics = new Metrics();
  deps.providerMetrics.registerIn(metrics.registry);
  metrics.gauge('db_connections', 'Open database connections', () => deps.poolState().total);
  metrics.gauge('db_requests_waiting', 'Requests waiting for a connection', () => deps.poolState().waiting);
  metrics.gauge(
    'data_disk_free_bytes',
    'Free space on the disk of the data folder',
    () => deps.disk().freeBytes,
  );
  metrics.gauge('open_incidents', 'Open incidents', deps.openIncidents);
  metrics.gauge('open_breaks', 'Deprecated: use lading_open_incidents', deps.openIncidents);
  metrics.gauge('shipments_in_progress', 'Paid shipments without a label yet', deps.openWork.shipments);
  metrics.gauge(
    'shipments_in_passing',
    'Deprecated: use lading_shipments_in_progress',
    deps.openWork.shipments,
  );
  metrics.gauge('refunds_open', 'Refunds in progress', deps.openWork.refunds);
  metrics.gauge(
    'automatic_top_ups_open',
    'Automatic top-ups in progress, including those that wait for the client',
    deps.openWork.automaticTopUps,
  );
  metrics.gauge(
    'automatic_top_ups_stopped',
    'Clients whose automatic top-ups stopped after declines or without a usable card',
    deps.openWork.stoppedTopUps,
  );
  metrics.gauge('bulk_rows_waiting', 'Batch rows waiting to be processed', deps.openWork.bulkRows);
  metrics.gauge('sweep_age_seconds', 'Seconds since the last sweep by any worker', deps.sweepAge);
  metrics.gauge(
    'newest_movement_age_seconds',
    "Age of the newest movement read from the payment provider's list",
    deps.newestMovementAge,
  );
  return metrics;
}
