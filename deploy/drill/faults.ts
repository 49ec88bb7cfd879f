import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import type { Network } from './network.ts';
import { waitUntil } from './programs.ts';
import type { Site } from './site.ts';

interface Fault {
  /** What happens to the primary. Returns how that machine recovers. */
  inject(primary: Machine, network: Network): Promise<() => void>;
  /** Whether another machine takes over before the machine recovers. */
  isReplaced: boolean;
}

export const FAULTS = {
  /** The machine loses power and boots again. */
  kill: {
    isReplaced: true,
    inject: async (primary) => {
      await primary.kill();
      return () => primary.start();
    },
  },
  /** PostgreSQL crashes; the machine stays up. */
  crash: {
    isReplaced: true,
    inject: async (primary) => {
      primary.killPostgres();
      return () => {};
    },
  },
  /** The machine keeps running without a network, which comes back later. */
  cut: {
    isReplaced: true,
    inject: async (primary, network) => {
      network.cut(primary.number);
      return () => network.reconnect(primary.number);
    },
  },
  /** The disk is full until someone makes space. PostgreSQL may keep running without being able to write. */
  'full-disk': {
    isReplaced: false,
    inject: async (primary) => {
      const ballast = join(primary.member.folder, 'ballast');
      fill(ballast);
      return () => rmSync(ballast);
    },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

const BLOCK = Buffer.alloc(64 * 1024, 1);

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

export interface Failover {
  fault: FaultName;
  from: string;
  to: string;
  /** From the fault until another machine was the primary, or the disk had space again. */
  promotedMs: number;
  /** How long writes were unavailable; after a full disk, from the moment there was space. */
  writesMs: number;
  /** Reads during that time, and those that failed. */
  reads: number;
  failedReads: number;
  /** From the fault until all machines worked again, after the machine came back. */
  wholeMs: number;
}

/** Purchases before each fault, so that something is under way. */
const ROUNDS_BEFORE = 6;

const FULL_FOR_MS = 30_000;

async function hasSuccessor(cluster: Cluster, primary: Machine): Promise<boolean> {
  const others = cluster.machines.filter((machine) => machine !== primary);
  return (await Promise.all(others.map((machine) => machine.isPrimary()))).includes(true);
}

/**
 * Injects a fault into the primary under load and waits until all machines work again. Does not touch any other
 * machine.
 */
export async function failOver(
  cluster: Cluster,
  site: Site,
  network: Network,
  fault: FaultName,
): Promise<Failover> {
  await site.waitForRounds(ROUNDS_BEFORE);
  await sleep(Math.random() * 500);
  const primary = await cluster.primary();
  const { inject, isReplaced } = FAULTS[fault];
  const recover = await inject(primary, network);
  // Not before: a write may succeed while the machine is being killed.
  const at = performance.now();
  if (isReplaced) await waitUntil('another machine is the primary', () => hasSuccessor(cluster, primary));
  else await sleep(FULL_FOR_MS);
  const promotedMs = Math.round(performance.now() - at);
  // Writes can work again only after space is freed.
  if (!isReplaced) recover();
  const outage = await site.probe.outageSince(isReplaced ? at : at + promotedMs);
  if (isReplaced) recover();
  await cluster.waitUntilWhole();
  const wholeMs = Math.round(performance.now() - at);
  const successor = await cluster.primary();
  return { fault, from: primary.member.name, to: successor.member.name, promotedMs, ...outage, wholeMs };
}
