/**
 * The part of Stripe.js that a payment form needs, for tests. As with the real one, the fields are in a frame of another origin, so that
 * the page never sees a card, and the bank's question is a frame over the whole page. The calls that it received are in `__stripeStandIn`.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const seen = { elements: null, payment: null, updates: [] };
  window.__stripeStandIn = seen;

  /** Sets style properties one by one, because the page's content security policy forbids the attribute. */
  const frameAt = (url, title, style) => {
    const frame = document.createElement('iframe');
    frame.title = title;
    Object.assign(frame.style, { border: '0', width: '100%' }, style);
    frame.src = url;
    return frame;
  };

  const listenTo = (frame, handle) => {
    const listener = ({ source, data, origin: from }) => {
      if (from === origin && source === frame.contentWindow) handle(data);
    };
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  };

  class PaymentElement {
    #handlers = new Map();
    #waiting = new Map();
    #setup;
    #read;
    #frame = null;
    #stopListening = () => {};

    constructor(setup, read) {
      this.#setup = setup;
      this.#read = read;
    }

    on(type, handler) {
      this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handler]);
      return this;
    }

    mount(place) {
      const frame = frameAt(`${origin}/element`, 'Secure payment input frame', { height: '0' });
      this.#frame = frame;
      const session = this.#read();
      this.#stopListening = listenTo(frame, async (message) => {
        if (message.kind === 'loaded') {
          const { error } = await session;
          if (error) this.#emit('loaderror', { error });
          else this.#post({ kind: 'setup', ...this.#setup });
        } else if (message.kind === 'resize') frame.style.height = `${message.height}px`;
        else if (message.kind === 'answer') this.#waiting.get(message.id)?.(message.answer);
        else this.#emit(message.kind, message.event);
      });
      place.append(frame);
    }

    update(options) {
      seen.updates.push(options);
      this.#post({ kind: 'update', options });
      return this;
    }

    focus() {
      this.#frame?.focus();
      this.#post({ kind: 'focus' });
    }

    destroy() {
      this.#stopListening();
      this.#frame?.remove();
    }

    ask(kind) {
      const id = crypto.randomUUID();
      return new Promise((done) => {
        this.#waiting.set(id, done);
        this.#post({ kind, id });
      });
    }

    #post(message) {
      this.#frame?.contentWindow?.postMessage(message, origin);
    }

    #emit(type, event) {
      for (const handler of this.#handlers.get(type) ?? []) handler({ elementType: 'payment', ...event });
    }
  }

  /** Covers the page until the client has answered the bank. */
  const askBank = (url) =>
    new Promise((done) => {
      const frame = frameAt(url, '3D Secure 2 Payment Authentication', {
        position: 'fixed',
        inset: '0',
        height: '100%',
        zIndex: '2147483647',
      });
      const stopListening = listenTo(frame, (answer) => {
        stopListening();
        frame.remove();
        done(answer);
      });
      document.body.append(frame);
    });

  window.Stripe = (key) => {
    const read = async (clientSecret) => {
      const query = new URLSearchParams({ key, client_secret: clientSecret });
      const id = clientSecret.split('_secret_')[0];
      try {
        const response = await fetch(`${origin}/v1/payment_intents/${id}?${query}`);
        const body = await response.json();
        return body.error ? { error: body.error } : { paymentIntent: body };
      } catch {
        return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } };
      }
    };

    const elements = (options) => {
      seen.elements = options;
      const { clientSecret, appearance } = options;
      let payment = null;
      return {
        create: (type, elementOptions) => {
          if (type !== 'payment') throw new Error(`The stand-in has no ${type} element.`);
          seen.payment = elementOptions;
          const setup = { key, clientSecret, appearance, options: elementOptions };
          payment = new PaymentElement(setup, () => read(clientSecret));
          return payment;
        },
        update: async (changed) => {
          seen.elements = { ...seen.elements, ...changed };
          payment?.update(changed);
        },
        submit: () => payment.ask('submit'),
        standIn: { payment: () => payment, clientSecret },
      };
    };

    const confirmPayment = async ({ elements: { standIn }, redirect }) => {
      if (redirect !== 'if_required') throw new Error('The stand-in does not support redirects.');
      const { error, paymentIntent } = await standIn.payment().ask('confirm');
      if (error) return { error };
      if (paymentIntent.status !== 'requires_action') return { paymentIntent };
      return askBank(paymentIntent.next_action.use_stripe_sdk.stripe_js);
    };

    return { elements, confirmPayment, retrievePaymentIntent: read };
  };
})();
