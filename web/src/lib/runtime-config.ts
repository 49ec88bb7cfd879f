import { API } from '@lading/contract/routes.ts';
import { type RuntimeConfig, RuntimeConfigSchema } from '@lading/contract/runtime-config.ts';

/** Fetches once; after a failure the next call tries again. */
function createRuntimeConfigLoader(fetchConfig: typeof fetch) {
  let loading: Promise<RuntimeConfig> | null = null;
  const load = async () => {
    const response = await fetchConfig(API.runtimeConfig, {
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new TypeError(`${API.runtimeConfig} returned ${response.status}`);
    return RuntimeConfigSchema.parse(await response.json());
  };
  return {
    load: () => {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    forget: () => {
      loading = null;
    },
  };
}

/** Component tests call `forgetRuntimeConfig`, because each test has its own server. */
export const { load: loadRuntimeConfig, forget: forgetRuntimeConfig } = createRuntimeConfigLoader(
  (input, init) => fetch(input, init),
);
