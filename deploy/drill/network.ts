import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** The network that connects the machines of the drill. */
export interface Network {
  /** The address of the proxies and of Lading. */
  readonly host: string;
  /** The network of all machines, for access rules. */
  readonly subnet: string;
  addressOf(machine: number): string;
  /** What a command must begin with to run on this machine. */
  enter(machine: number): string[];
  /** The machine reaches nothing, and nothing reaches it. No connection is closed. */
  cut(machine: number): void;
  reconnect(machine: number): void;
  remove(): void;
}

/** Several addresses of this machine: needs no rights and cannot be cut. */
export function loopbackNetwork(): Network {
  const prefix = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
  const cannot = () => {
    throw new Error('A loopback network cannot be cut.');
  };
  return {
    host: `${prefix}.100`,
    // Connections to a loopback address may come from any other.
    subnet: '127.0.0.0/8',
    addressOf: (machine) => `${prefix}.${machine}`,
    enter: () => [],
    cut: cannot,
    reconnect: cannot,
    remove: () => {},
  };
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** A network namespace for each machine, connected by a bridge. Needs root. */
export function namespacedNetwork(machines: number): Network {
  const part = randomInt(0, 255);
  // RFC 2544 reserves these addresses for tests.
  const prefix = `198.18.${part}`;
  const bridge = `drill${part}`;
  const space = (machine: number) => `drill${part}-${machine}`;
  const cable = (machine: number) => `dr${part}m${machine}`;
  const numbers = Array.from({ length: machines }, (_, index) => index + 1);
  const remove = () => {
    for (const machine of numbers) execQuietly('netns', 'del', space(machine));
    execQuietly('link', 'del', bridge);
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('addr', 'add', `${prefix}.100/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const machine of numbers) {
      const name = space(machine);
      ip('netns', 'add', name);
      ip('link', 'add', cable(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', cable(machine), 'master', bridge, 'up');
      ip('-n', name, 'addr', 'add', `${prefix}.${machine}/24`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    host: `${prefix}.100`,
    subnet: `${prefix}.0/24`,
    addressOf: (machine) => `${prefix}.${machine}`,
    enter: (machine) => ['ip', 'netns', 'exec', space(machine)],
    cut: (machine) => ip('link', 'set', cable(machine), 'down'),
    reconnect: (machine) => ip('link', 'set', cable(machine), 'up'),
    remove,
  };
}

function execQuietly(...args: string[]): void {
  try {
    execFileSync('ip', args, { stdio: 'ignore' });
  } catch {
    // It does not exist.
  }
}
