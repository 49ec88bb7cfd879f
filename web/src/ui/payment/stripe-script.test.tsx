import { afterEach, describe, expect, it, vi } from 'vitest';

/** The module keeps the loaded script, so every test gets a copy of its own. */
async function freshLoader(): Promise<typeof import('./stripe-script.ts').loadStripeScript> {
  const file = import.meta.url.replace(/[^/]+$/, `stripe-script.ts?copy=${crypto.randomUUID()}`);
  return (await import(/* @vite-ignore */ file)).loadStripeScript;
}

/** Unlike the script of other tests, which stays in the page. */
const EMPTY = 'data:text/javascript,/* Stripe.js */';
const NO_SCRIPT = 'blob:null/nothing';
const stripe = () => ({});
const scripts = () => document.head.querySelectorAll(`script[src="${EMPTY}"], script[src="${NO_SCRIPT}"]`);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const script of scripts()) script.remove();
});

describe('Stripe.js', () => {
  it('is loaded once', async () => {
    vi.stubGlobal('Stripe', stripe);
    const load = await freshLoader();
    expect(await Promise.all([load(EMPTY), load(EMPTY)])).toEqual([stripe, stripe]);
    expect(await load(EMPTY)).toBe(stripe);
    expect(scripts()).toHaveLength(1);
  });

  it('is loaded again after a failure', async () => {
    vi.stubGlobal('Stripe', stripe);
    const load = await freshLoader();
    await expect(load(NO_SCRIPT)).rejects.toThrow('did not load');
    expect(scripts()).toHaveLength(0);
    expect(await load(EMPTY)).toBe(stripe);
  });

  it('fails if it defines nothing', async () => {
    vi.stubGlobal('Stripe', undefined);
    const load = await freshLoader();
    await expect(load(EMPTY)).rejects.toThrow('did not load');
  });

  it('fails if it does not arrive within 20 seconds', async () => {
    const load = await freshLoader();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Inserted nowhere, so that it never loads.
    const append = vi.spyOn(document.head, 'append').mockImplementation(() => {});
    const outcome = vi.fn();
    const loading = load(EMPTY).catch(outcome);
    append.mockRestore();
    await vi.advanceTimersByTimeAsync(19_900);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await loading;
    expect(outcome).toHaveBeenCalledOnce();
  });
});
