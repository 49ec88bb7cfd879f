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

/** A frame that is held back on its way says nothing, not even that it failed. One that comes later is welcome all the same. */
const READY_LIMIT_MS = 20_000;

/** Asks Stripe for its script, which is why this file is loaded only where Stripe takes the cards. */
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

/** Stripe's Payment Element. The card is typed into Stripe's own frame and never passes through this page. */
function StripeCardForm({ stripe, handle, intent, busy, ...events }: CardFormProps & { stripe: Stripe }) {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<MountedForm | null>(null);
  const onReady = useEffectEvent(events.onReady);
  const onFailed = useEffectEvent(events.onFailed);
  const onEscape = useEffectEvent(events.onEscape);
  const clientSecret = intent?.clientSecret;

  useEffect(() => {
    if (clientSecret === undefined || !place.current) return;
    // Our own skeleton stands in its place until it is ready.
    const elements = stripe.elements({ clientSecret, appearance: readAppearance(), loader: 'never' });
    const element = elements.create('payment', ELEMENT);
    const mounted: MountedForm = { elements, element, complete: false };
    const patience = setTimeout(() => {
      console.warn('The card form is not ready in time.');
      onFailed();
    }, READY_LIMIT_MS);
    element.on('ready', () => {
      clearTimeout(patience);
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
      clearTimeout(patience);
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
      // Marks what is missing in the frame itself.
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

  // A frame of another colour scheme than its document is given an opaque ground: white, where ours is dark.
  return <div ref={place} className="scheme-light" />;
}
