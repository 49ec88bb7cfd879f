import { describe, expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';

/** A browser that keeps nothing, such as one in private mode; one that does is part of the journeys. */
const refused = () => Promise.reject(new DOMException('No database here', 'SecurityError'));

describe('drafts in a browser that keeps nothing', () => {
  it('last as long as the page, each for its owner and under its name', async () => {
    const store = createDraftStore(refused);
    await store.write('ada', 'create-label', { step: 'package' });
    expect(await store.read('ada', 'create-label')).toEqual({ step: 'package' });
    expect(await store.read('ada', 'bulk')).toBeUndefined();
    expect(await store.read('noor', 'create-label')).toBeUndefined();
  });

  it('do not mix up names that look alike when put together', async () => {
    const store = createDraftStore(refused);
    await store.write('a","b', 'c', 1);
    expect(await store.read('a', 'b","c')).toBeUndefined();
  });
});
