import type { StripeConstructor } from '@stripe/stripe-js';

/** A connection that falls silent ends by no error of its own. */
const LOAD_LIMIT_MS = 20_000;

let loading: Promise<StripeConstructor> | null = null;

/** Stripe.js comes from its own address or not at all. Once; a failed attempt is forgotten, so that the next may succeed. */
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
      clearTimeout(patience);
      script.remove();
      fail(new Error(`${url} did not load.`));
    };
    const patience = setTimeout(failed, LOAD_LIMIT_MS);
    script.src = url;
    script.addEventListener('error', failed);
    script.addEventListener('load', () => {
      if (!window.Stripe) return failed();
      clearTimeout(patience);
      done(window.Stripe);
    });
    document.head.append(script);
  });
