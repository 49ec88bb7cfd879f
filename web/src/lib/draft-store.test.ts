import { describe, expect, it } from 'vitest';
import { createDraftCipher } from './draft-cipher.ts';
import { createDraftStore } from './draft-store.ts';

/** A browser without storage, such as one in private mode. The browser tests cover working storage. */
const refused = () => Promise.reject(new DOMException('No database here', 'SecurityError'));
const unsealed = createDraftCipher(async () => null);

describe('drafts in a browser without storage', () => {
  it('last as long as the page, separate by owner and name', async () => {
    const store = createDraftStore(refused, unsealed);
    await store.write('ada', 'create-label', { step: 'package' });
    expect(await store.read('ada', 'create-label')).toEqual({ step: 'package' });
    expect(await store.read('ada', 'bulk')).toBeUndefined();
    expect(await store.read('noor', 'create-label')).toBeUndefined();
  });

  it('do not collide when owner and name concatenate to the same text', async () => {
    const store = createDraftStore(refused, unsealed);
    await store.write('a","b', 'c', 1);
    expect(await store.read('a', 'b","c')).toBeUndefined();
  });
});
