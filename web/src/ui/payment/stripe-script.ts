import type { StripeConstructor } from '@stripe/stripe-js';

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
      script.remove();
      fail(new Error(`${url} did not load.`));
    };
    script.src = url;
    script.addEventListener('error', failed);
    script.addEventListener('load', () => (window.Stripe ? done(window.Stripe) : failed()));
    document.head.append(script);
  });
