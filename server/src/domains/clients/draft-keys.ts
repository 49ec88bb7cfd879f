import { createHmac } from 'node:crypto';

/** The key of an account's drafts, in Base64. Always the same, so that a draft outlives the session that wrote it. */
export type DraftKeys = (userId: string) => Promise<string>;

export const draftKeys =
  (secret: () => Promise<Buffer>): DraftKeys =>
  async (userId) =>
    createHmac('sha256', await secret())
      .update(userId)
      .digest('base64');
