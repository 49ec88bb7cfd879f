import type { ApiKeyCreatedAnswer, ApiKeyScope } from '@lading/contract/api-keys.ts';
import { API } from '@lading/contract/routes.ts';
import type { TestApp } from './build-test-app.ts';
import { bearer } from './factories.ts';

/** An API key of the signed-in client. */
export async function makeApiKey(
  { inject }: TestApp,
  token: string,
  scope: ApiKeyScope = 'orders',
  name = 'Web shop',
): Promise<ApiKeyCreatedAnswer> {
  const answer = await inject({
    method: 'POST',
    url: API.apiKeys,
    headers: bearer(token),
    payload: { name, scope },
  });
  if (answer.statusCode !== 201) throw new Error(`no API key: ${answer.body}`);
  return answer.json();
}
