import type { Appearance, PaymentIntentResult, StripePaymentElementOptions } from '@stripe/stripe-js';
import { onTestFinished, vi } from 'vitest';

type Handler = (event: object) => void;

/** One form that the page has asked Stripe.js for. */
interface FakeForm {
  /** The options of the group, with its updates. */
  elements: { appearance: Appearance; clientSecret: string };
  payment: StripePaymentElementOptions;
  place: HTMLElement | null;
  updates: object[];
  focused: number;
  submitted: number;
  emit: (event: 'ready' | 'loaderror' | 'escape' | 'change', content?: object) => void;
}

export interface FakeStripe {
  /** In the order of their creation. */
  forms: FakeForm[];
  /** The answers to confirmations, in order. */
  results: PaymentIntentResult[];
  /** Thrown when a form is created. */
  crash: Error | null;
}

/** Stripe.js is loaded once for all tests, so it asks for the fake of the current test. */
let current: FakeStripe;

function createForm(options: FakeForm['elements'], payment: StripePaymentElementOptions) {
  const handlers = new Map<string, Handler>();
  const form: FakeForm = {
    elements: options,
    payment,
    place: null,
    updates: [],
    focused: 0,
    submitted: 0,
    emit: (event, content = {}) => handlers.get(event)?.(content),
  };
  current.forms.push(form);
  const element = {
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    mount: (place: HTMLElement) => {
      form.place = place;
    },
    update: (change: object) => form.updates.push(change),
    focus: () => {
      form.focused += 1;
    },
    destroy: () => {
      form.place = null;
    },
  };
  return { form, element };
}

const createStripe = () => ({
  elements: (options: FakeForm['elements']) => {
    if (current.crash) throw current.crash;
    let form: FakeForm | undefined;
    return {
      create: (_type: 'payment', payment: StripePaymentElementOptions) => {
        const created = createForm(options, payment);
        form = created.form;
        return created.element;
      },
      update: async (change: object) => form && Object.assign(form.elements, change),
      submit: async () => {
        if (form) form.submitted += 1;
      },
    };
  },
  confirmPayment: async () => current.results.shift() ?? { error: { type: 'card_error' } },
  retrievePaymentIntent: async () => ({ error: { type: 'api_connection_error' } }),
});

/** An empty script replaces Stripe.js. What Stripe.js would define is defined here. */
export const STRIPE_PAYMENT = {
  provider: 'stripe',
  publishableKey: 'pk_test_1',
  scriptUrl: 'data:text/javascript,',
} as const;

/** Replaces Stripe.js. The frame with the fields is not part of it: the test says what the frame reports. */
export function fakeStripe(): FakeStripe {
  current = { forms: [], results: [], crash: null };
  vi.stubGlobal('Stripe', createStripe);
  onTestFinished(() => {
    vi.stubGlobal('Stripe', undefined);
  });
  return current;
}
