import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from './cluster.ts';
import { failOver } from './faults.ts';
import { loopbackNetwork } from './network.ts';
import { requirePackages } from './packages.ts';
import { Site } from './site.ts';

/** Three machines, proxies and four processes of Lading start on a busy machine. */
const START_WITHIN_MS = 300_000;

const network = loopbackNetwork();
let cluster: Cluster;
let site: Site;
beforeAll(async () => {
  requirePackages();
  cluster = new Cluster({ network });
  site = new Site(cluster);
  await cluster.start();
  await site.start();
}, START_WITHIN_MS);
afterAll(async () => {
  await site?.stop();
  await cluster?.remove();
}, 120_000);

it('when the primary dies under load, a standby takes over and every acknowledged purchase and payment exists once', async () => {
  const failover = await failOver(cluster, site, network, 'kill');
  expect(failover.to).not.toBe(failover.from);
  expect(failover.failedReads).toBeLessThan(failover.reads);
  expect(await site.check()).toEqual([]);
  expect(site.crowd.labels()).toBeGreaterThan(0);
  expect(site.crowd.paid().length).toBeGreaterThan(0);
}, 600_000);
