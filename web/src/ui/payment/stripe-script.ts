import type { StripeConstructor } from '@stripe/stripe-js';

/** A stalled connection raises no error of its own. */
const LOAD_LIMIT_MS = 20_000;

let loading: Promise<StripeConstructor> | null = null;

/** Stripe.js must come from Stripe's own host. Loads once; after a failure the next call tries again. */
export function loadStripeScript(url: string): Promise<StripeConstructor> {
  loading ??= insertScript(url).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

const insertScript = (url: string) =>
  new Promise<StripeConstructor>((done, fail) => {
    const script = document.createElement('script');
    const failed = () => {
      clearTimeout(timer);
      script.remove();
      fail(new Error(`${url} did not load.`));
    };
    const timer = setTimeout(failed, LOAD_LIMIT_MS);
    script.src = url;
    script.addEventListener('error', failed);
    script.addEventListener('load', () => {
      if (!window.Stripe) return failed();
      clearTimeout(timer);
      done(window.Stripe);
    });
    document.head.append(script);
  });
