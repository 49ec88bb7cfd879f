import * as z from 'zod/mini';
import { storable } from './storable-text.ts';

/** Per account. */
export const MAX_API_KEYS = 20;

/** What a key may call. Each scope includes those before it. */
export const API_KEY_SCOPES = ['orders', 'labels'] as const;
const ApiKeyScopeSchema = z.enum(API_KEY_SCOPES);
export type ApiKeyScope = z.infer<typeof ApiKeyScopeSchema>;

/** Tells an API key from the token of a session, also for programs that search for leaked keys. */
export const API_KEY_PREFIX = 'lk_';

const NAME_REQUIRED = 'Please name the API key.';

export const CreateApiKeyBodySchema = z.object({
  name: z
    .string(NAME_REQUIRED)
    .check(
      z.trim(),
      z.minLength(1, NAME_REQUIRED),
      z.maxLength(60, 'Please use at most 60 characters.'),
      storable,
    ),
  scope: ApiKeyScopeSchema,
});
export type CreateApiKeyBody = z.infer<typeof CreateApiKeyBodySchema>;

const ApiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: ApiKeyScopeSchema,
  /** The last characters of the key. */
  ending: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof ApiKeySchema>;

export const ApiKeysAnswerSchema = z.object({ apiKeys: z.array(ApiKeySchema) });
export type ApiKeysAnswer = z.infer<typeof ApiKeysAnswerSchema>;

/** `key` is the whole key, which no other call returns. */
export const ApiKeyCreatedAnswerSchema = z.object({ apiKey: ApiKeySchema, key: z.string() });
export type ApiKeyCreatedAnswer = z.infer<typeof ApiKeyCreatedAnswerSchema>;

export const ApiKeysDeletedAnswerSchema = z.object({ deleted: z.number() });
export type ApiKeysDeletedAnswer = z.infer<typeof ApiKeysDeletedAnswerSchema>;
