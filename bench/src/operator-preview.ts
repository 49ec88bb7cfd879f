import { CARRIERS } from '@lading/contract/parcel.ts';
import type { PricePreview } from '@lading/contract/pricing/price-preview.ts';
import { API } from '@lading/contract/routes.ts';
import { makeRules } from './bench-rules.ts';
import { median } from './harness.ts';
import type { SeededServer } from './operator-server.ts';

const ROUNDS = 3;
const RULES = 50;

const LIST = makeRules(RULES, (index) => ({
  carriers: [CARRIERS[index % 4] ?? 'USPS'],
  minWeight: index / 4,
  maxWeight: index / 4 + 0.25,
}));

/** L15: a preview of price rules over the labels of the last 90 days. */
export async function benchPreview(server: SeededServer): Promise<void> {
  await saveDraft(server);
  const idle = server.memory();
  const times: number[] = [];
  let labels = 0;
  let peak = idle;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const answer = await send(server, 'GET', `${API.adminPricePreview}?days=90`);
    labels = ((await answer.json()) as PricePreview).labels;
    times.push((performance.now() - startedAt) / 1000);
    peak = Math.max(peak, server.memory());
  }
  console.log(
    `L15  preview of ${RULES} price rules over ${labels} labels of ${server.rows}: ${median(times).toFixed(1)} s, ${(peak - idle).toFixed(0)} MB more memory`,
  );
}

const send = async (server: SeededServer, method: string, path: string, body?: object) => {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return answer;
};

async function saveDraft(server: SeededServer): Promise<void> {
  const known = (await (await send(server, 'GET', API.adminPriceRules)).json()) as {
    draft: { revision: string } | null;
  };
  const revision = known.draft?.revision ?? null;
  await send(server, 'PUT', API.adminPriceDraft, { revision, rules: LIST });
}
