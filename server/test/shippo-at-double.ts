import { Writable } from 'node:stream';
import { type Clock, later } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { type CallBudget, UNLIMITED } from '../src/platform/outgoing/call-budget.ts';
import { ShippoClient } from '../src/providers/label-providers/shippo/shippo-client.ts';
import { ShippoLabelProvider } from '../src/providers/label-providers/shippo/shippo-label-provider.ts';
import type { DoubleRequest } from './doubles/double-server.ts';
import { type ShippoDouble, type ShippoDoubleOptions, startShippoDouble } from './doubles/shippo-double.ts';

/** Starts at real time, which the double uses; tests advance it. */
class RunningClock implements Clock {
  #ahead = 0;
  now = () => later(new Date(), this.#ahead);
  advance(milliseconds: number) {
    this.#ahead += milliseconds;
  }
}

export interface ShippoAtDouble {
  double: ShippoDouble;
  client: ShippoClient;
  labelProvider: ShippoLabelProvider;
  clock: RunningClock;
  /** All calls so far, as `POST /transactions`, without labels and invoices. */
  calls(): string[];
  requests: DoubleRequest[];
  logText(): string;
  close(): Promise<void>;
}

interface Settings {
  live?: boolean;
  budget?: CallBudget;
  labelHosts?: string[];
  double?: ShippoDoubleOptions;
}

/** Our Shippo adapters connected to the double. */
export async function shippoAtDouble(settings: Settings = {}): Promise<ShippoAtDouble> {
  const { live = false, budget = UNLIMITED, double: options } = settings;
  const double = await startShippoDouble(options);
  const requests: DoubleRequest[] = [];
  double.server.onRequest((request) => {
    if (!/^\/(?:labels|invoices)\//.test(request.path)) requests.push(request);
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = new RunningClock();
  const log = createLog('trace', sink);
  const baseUrl = double.url;
  const labels = { baseUrl, labelHosts: settings.labelHosts ?? [new URL(baseUrl).host] };
  const apiKey = `shippo_${live ? 'live' : 'test'}_key_of_this_test`;
  const client = new ShippoClient({ apiKey, baseUrl, live, budget, clock, log });
  return {
    double,
    client,
    labelProvider: new ShippoLabelProvider({ client, labels, live, clock, log }),
    clock,
    calls: () => requests.map(({ method, path }) => `${method} ${path}`),
    requests,
    logText: () => lines.join(''),
    close: () => double.close(),
  };
}
