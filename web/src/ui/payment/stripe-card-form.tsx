import { PAYMENT } from '@lading/contract/messages.ts';
import type {
  Stripe,
  StripeElements,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { type ComponentType, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { CardFormProps } from './card-form.ts';
import { followAppearance, readAppearance } from './stripe-appearance.ts';
import { outcomeOf } from './stripe-outcome.ts';
import { loadStripeScript } from './stripe-script.ts';

const ELEMENT: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
};

/** A stalled frame reports nothing, not even an error. If it becomes ready later, it is still used. */
const READY_LIMIT_MS = 20_000;

/** Loads Stripe's script, so import this file only where Stripe is the payment provider. */
export async function loadStripeForm(settings: {
  publishableKey: string;
  scriptUrl: string;
}): Promise<ComponentType<CardFormProps>> {
  const createStripe = await loadStripeScript(settings.scriptUrl);
  const stripe = createStripe(settings.publishableKey);
  return (props) => <StripeCardForm stripe={stripe} {...props} />;
}

interface MountedForm {
  elements: StripeElements;
  element: StripePaymentElement;
  complete: boolean;
}

/** Stripe's Payment Element. Card data stays in Stripe's frame and never reaches this page. */
function StripeCardForm({ stripe, handle, intent, busy, ...events }: CardFormProps & { stripe: Stripe }) {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<MountedForm | null>(null);
  const onReady = useEffectEvent(events.onReady);
  const onFailed = useEffectEvent(events.onFailed);
  const onEscape = useEffectEvent(events.onEscape);
  const clientSecret = intent?.clientSecret;

  useEffect(() => {
    if (clientSecret === undefined || !place.current) return;
    // The dialog shows its own skeleton until the form is ready.
    const elements = stripe.elements({ clientSecret, appearance: readAppearance(), loader: 'never' });
    const element = elements.create('payment', ELEMENT);
    const mounted: MountedForm = { elements, element, complete: false };
    const timer = setTimeout(() => {
      console.warn('The card form did not become ready in time.');
      onFailed();
    }, READY_LIMIT_MS);
    element.on('ready', () => {
      clearTimeout(timer);
      onReady();
    });
    element.on('loaderror', ({ error }) => {
      console.warn(`The card form did not load: ${error.message}`);
      onFailed();
    });
    element.on('escape', () => onEscape());
    element.on('change', ({ complete }) => {
      mounted.complete = complete;
    });
    element.mount(place.current);
    form.current = mounted;
    const unfollow = followAppearance(() => void elements.update({ appearance: readAppearance() }));
    return () => {
      clearTimeout(timer);
      unfollow();
      form.current = null;
      element.destroy();
    };
  }, [stripe, clientSecret]);

  useEffect(() => {
    form.current?.element.update({ readOnly: busy });
  }, [busy]);

  useImperativeHandle(handle, () => ({
    focus: () => form.current?.element.focus(),
    check: () => {
      if (form.current?.complete) return null;
      // Marks missing input inside the frame.
      void form.current?.elements.submit();
      return PAYMENT.detailsMissing;
    },
    confirm: async ({ clientSecret }) => {
      if (!form.current) return { kind: 'unfinished' };
      const { elements } = form.current;
      const result = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      });
      return outcomeOf(result, () => stripe.retrievePaymentIntent(clientSecret));
    },
  }));

  // Browsers paint a white background behind a frame whose color scheme differs from the page's.
  return <div ref={place} className="scheme-light" />;
}
