import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { spread } from '../spread.ts';

const EVERY_MS = 200;

interface Probe {
  stop(): Promise<ReturnType<typeof spread>>;
}

/** Measures the latency of a page that needs no provider. */
export function startProbe(address: () => Promise<string>, token: string): Probe {
  const took: number[] = [];
  let stopped = false;
  const probing = (async () => {
    while (!stopped) {
      const url = `${await address()}${API.history}`;
      const begun = performance.now();
      await fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(
        async (answer) => {
          await answer.arrayBuffer();
          if (answer.status === 200) took.push(Math.round(performance.now() - begun));
        },
        // The server was killed, which other checks cover.
        () => {},
      );
      await sleep(EVERY_MS);
    }
  })();
  // Awaited at the stop; an earlier failure must not end the run.
  probing.catch(() => {});
  return {
    stop: async () => {
      stopped = true;
      await probing;
      return spread(took);
    },
  };
}
