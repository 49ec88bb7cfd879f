import { join } from 'node:path';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { Config } from './config.ts';
import type { OrderSources } from './domains/orders/order-sources.deps.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Route } from './platform/http/route.ts';
import type { CardFormSources } from './platform/http/security-headers.ts';
import type { Log } from './platform/log.ts';
import { UNLIMITED } from './platform/outgoing/call-budget.ts';
import type { CallObserver } from './platform/outgoing/call-observer.ts';
import { createGuardedCall } from './platform/outgoing/guarded-call.ts';
import { ProviderMetrics } from './platform/outgoing/provider-metrics.ts';
import { callBudget } from './provider-stores/call-budget.store.ts';
import { carrierJournal } from './provider-stores/carrier-journal.store.ts';
import { gatewayCards } from './provider-stores/gateway-cards.store.ts';
import { gatewayJournal } from './provider-stores/gateway-journal.store.ts';
import { gatewayMovements } from './provider-stores/gateway-movements.store.ts';
import { theGazetteer } from './providers/address-verification/builtin/gazetteer.ts';
import { BuiltinAddressVerifier } from './providers/address-verification/builtin/verify-address.ts';
import type { AddressVerifier } from './providers/address-verification/port.ts';
import { ShippoVerifier } from './providers/address-verification/shippo/shippo-verifier.ts';
import { BuiltinLabelProvider } from './providers/label-providers/builtin/builtin-label-provider.ts';
import type { LabelProvider, Pace } from './providers/label-providers/port.ts';
import { shippoRoutes } from './providers/label-providers/shippo/shippo.routes.ts';
import { ShippoClient } from './providers/label-providers/shippo/shippo-client.ts';
import { ShippoLabelProvider } from './providers/label-providers/shippo/shippo-label-provider.ts';
import { limitOf } from './providers/label-providers/shippo/shippo-limits.ts';
import type { LabelStorage } from './providers/label-storage/port.ts';
import { S3Storage } from './providers/label-storage/s3/s3-storage.ts';
import { OutboxMailer } from './providers/mail/outbox/outbox-mailer.ts';
import type { FileMailer, Mailer } from './providers/mail/port.ts';
import type { SmtpMailer } from './providers/mail/smtp/smtp-mailer.ts';
import { AMAZON, AMAZON_SANDBOX, amazonAt } from './providers/order-sources/amazon/amazon-deps.ts';
import { AmazonOrderSource } from './providers/order-sources/amazon/amazon-order-source.ts';
import { CustomStoreSource } from './providers/order-sources/custom-store/custom-store-source.ts';
import { EBAY, EBAY_SANDBOX, ebayAt } from './providers/order-sources/ebay/ebay-deps.ts';
import { EbaySource } from './providers/order-sources/ebay/ebay-source.ts';
import { ETSY, etsyAt } from './providers/order-sources/etsy/etsy-deps.ts';
import { EtsySource } from './providers/order-sources/etsy/etsy-source.ts';
import { SHOPIFY, shopifyAt } from './providers/order-sources/shopify/shopify-deps.ts';
import { ShopifyOrderSource } from './providers/order-sources/shopify/shopify-order-source.ts';
import { problemOf } from './providers/order-sources/source-problem.ts';
import { WooCommerceSource } from './providers/order-sources/woocommerce/woocommerce-source.ts';
import type { PaymentEvent, PaymentProvider } from './providers/payments/port.ts';
import { testGatewayRoutes } from './providers/payments/test-gateway/test-gateway.routes.ts';
import { TestGateway } from './providers/payments/test-gateway/test-gateway.ts';
import { BuiltinPlaces } from './providers/places/builtin/suggest-places.ts';
import { GooglePlaces } from './providers/places/google/google-places.ts';
import type { PlacesProvider } from './providers/places/port.ts';

/** Handlers for events from providers. */
interface ProviderEvents {
  onPaymentEvent(event: PaymentEvent): Promise<void>;
  onForeignMode(eventId: string): Promise<void>;
  onTracked(carrier: Carrier, trackingNumber: string): Promise<void>;
}

interface Providers {
  addressVerifier: AddressVerifier;
  places: PlacesProvider;
  labelProvider: LabelProvider;
  labelProviderAt: (clock: Clock) => LabelProvider;
  paymentProvider: PaymentProvider;
  /** Pays with a test card without emitting events; null with real cards. */
  payWithTestCard: ((intentId: string, clientSecret: string, number?: string) => Promise<unknown>) | null;
  /** Confirms that a test card is saved; null with real cards. */
  saveTestCard: ((setupId: string, clientSecret: string, number: string) => Promise<unknown>) | null;
  mailer: Mailer;
  /** Null without a mail server: labels cannot be emailed. */
  fileMailer: FileMailer | null;
  /** The stores that orders are read from. */
  orderSources: OrderSources;
  /** Null: labels stay in the database. */
  labelStorage: LabelStorage | null;
  /** Null when the card form is our own. */
  cardFormSources: CardFormSources | null;
  providerMetrics: ProviderMetrics;
  /** Quotes and validations per minute, for all accounts; null without a limit. */
  providerCallsPerMinute: number | null;
  routes: Route[];
  /** Delivers payment events that are still pending. */
  deliverPaymentEvents: () => Promise<unknown>;
  close(): Promise<void>;
}

const UNPACED: Pace = { pauseBetweenRatesMs: 0, pauseBetweenLabelsMs: 0, parallel: 2 };

/**
 * Creates the configured providers. This is the only file that names concrete providers. Providers with a
 * large library are loaded on demand.
 */
export async function composeProviders(
  config: Config,
  db: Database,
  clock: Clock,
  log: Log,
  events: ProviderEvents,
): Promise<Providers> {
  const providerMetrics = new ProviderMetrics();
  const observer = providerMetrics;
  // Only tests use fast timings, and their doubles have no rate limits.
  const budget = config.fastTimings ? UNLIMITED : callBudget(db);
  const pace = config.fastTimings ? UNPACED : undefined;
  const { labelProvider, addresses, payment, mail, places, labelStorage } = config.providers;
  const shippo = labelProvider.kind === 'shippo' ? labelProvider : addresses;
  const client =
    shippo.kind === 'shippo' ? new ShippoClient({ ...shippo, budget, clock, log, observer }) : null;
  const labelProviderAt = (time: Clock): LabelProvider =>
    labelProvider.kind === 'shippo' && client
      ? new ShippoLabelProvider({
          client,
          labels: labelProvider,
          live: labelProvider.live,
          clock: time,
          log,
          pace,
        })
      : new BuiltinLabelProvider({ journal: carrierJournal(db), clock: time, timeZone: config.timeZone });
  const cards =
    payment.kind === 'stripe'
      ? await stripe({ ...payment, observer }, clock, events)
      : testGateway(payment, db, clock, log, events);
  const builtinPlaces = new BuiltinPlaces(theGazetteer);
  const smtp = mail.kind === 'smtp' ? await smtpMailer({ ...mail, clock, log, observer }) : null;
  return {
    addressVerifier:
      addresses.kind === 'shippo' && client ? new ShippoVerifier(client) : new BuiltinAddressVerifier(),
    places:
      places.kind === 'google'
        ? new GooglePlaces({ ...places, clock, log, observer, builtin: builtinPlaces })
        : builtinPlaces,
    labelProvider: labelProviderAt(clock),
    labelProviderAt,
    paymentProvider: cards.provider,
    payWithTestCard: cards.payWithTestCard,
    saveTestCard: cards.saveTestCard,
    cardFormSources: cards.formSources,
    fileMailer: smtp,
    mailer: smtp ?? new OutboxMailer(join(config.dataDir, 'outbox'), clock, log, config.retention.outboxMs),
    labelStorage: labelStorage.kind === 's3' ? new S3Storage({ ...labelStorage, clock, observer }) : null,
    orderSources: orderSources(config, clock, log),
    providerMetrics,
    providerCallsPerMinute:
      shippo.kind === 'shippo' && !config.fastTimings
        ? limitOf('post', shippo.live, shippo.callsPerMinute).perMinute
        : null,
    routes: [
      ...cards.routes,
      ...(labelProvider.kind === 'shippo' && labelProvider.webhookToken !== null
        ? shippoRoutes({ token: labelProvider.webhookToken, onTracked: events.onTracked })
        : []),
    ],
    deliverPaymentEvents: cards.deliverPending,
    close: async () => {
      await cards.close();
      await smtp?.close();
    },
  };
}

/** Clients enter the addresses of their stores, so all calls go through the guard. */
function orderSources(config: Config, clock: Clock, log: Log): OrderSources {
  const { allowedHosts, shopify, etsy, ebay, amazon } = config.providers.orderSources;
  const call = createGuardedCall({
    allowedHosts,
    ownHosts: config.publicUrl === null ? [] : [new URL(config.publicUrl).hostname],
  });
  return {
    adapters: {
      shopify: new ShopifyOrderSource({
        ...SHOPIFY,
        ...(shopify.baseUrl !== null && shopifyAt(shopify.baseUrl)),
        call,
        app: shopify.app,
        clock,
        log,
      }),
      woocommerce: new WooCommerceSource({ call, clock }),
      etsy: new EtsySource({
        ...ETSY,
        ...(etsy.baseUrl !== null && etsyAt(etsy.baseUrl)),
        call,
        app: etsy.app,
        clock,
      }),
      ebay: new EbaySource({
        ...EBAY,
        ...(ebay.isSandbox && EBAY_SANDBOX),
        ...(ebay.baseUrl !== null && ebayAt(ebay.baseUrl)),
        call,
        app: ebay.app,
        clock,
      }),
      amazon: new AmazonOrderSource({
        ...AMAZON,
        ...(amazon.isSandbox && AMAZON_SANDBOX),
        ...(amazon.baseUrl !== null && amazonAt(amazon.baseUrl)),
        call,
        clock,
      }),
      custom_store: new CustomStoreSource({ call, clock }),
    },
    problemOf,
  };
}

interface Cards {
  provider: PaymentProvider;
  payWithTestCard: Providers['payWithTestCard'];
  saveTestCard: Providers['saveTestCard'];
  formSources: CardFormSources | null;
  routes: Providers['routes'];
  deliverPending: () => Promise<unknown>;
  close(): Promise<void>;
}

function testGateway(
  { fees }: Extract<Config['providers']['payment'], { kind: 'test' }>,
  db: Database,
  clock: Clock,
  log: Log,
  events: ProviderEvents,
): Cards {
  const journals = {
    journal: gatewayJournal(db),
    cardJournal: gatewayCards(db),
    movementJournal: gatewayMovements(db),
  };
  const gateway = new TestGateway(journals, clock, log, fees);
  gateway.onEvent((event) => events.onPaymentEvent(event));
  // A second gateway without a listener: demo payments belong to other days, so nothing may react to them
  // now.
  const silentGateway = new TestGateway(journals, clock, log, fees);
  return {
    provider: gateway,
    formSources: null,
    saveTestCard: (setupId, clientSecret, number) =>
      gateway.cards.confirmSetup(setupId, { clientSecret, card: demoCard(clock, number) }),
    payWithTestCard: (intentId, clientSecret, number = '4242424242424242') =>
      silentGateway.confirm(intentId, { clientSecret, card: demoCard(clock, number) }),
    routes: testGatewayRoutes(gateway),
    deliverPending: () => gateway.deliverPending(),
    close: () => gateway.idle(),
  };
}

const demoCard = (clock: Clock, number: string) => ({
  number,
  expMonth: 12,
  expYear: clock.now().getUTCFullYear() + 2,
  cvc: '123',
});

async function stripe(
  settings: Extract<Config['providers']['payment'], { kind: 'stripe' }> & { observer: CallObserver },
  clock: Clock,
  events: ProviderEvents,
): Promise<Cards> {
  const { StripePayments } = await import('./providers/payments/stripe/stripe-payments.ts');
  const { stripeCardFormSources } = await import('./providers/payments/stripe/stripe-card-form.ts');
  const { stripeRoutes } = await import('./providers/payments/stripe/stripe.routes.ts');
  const { webhookSecret, live } = settings;
  const { onPaymentEvent: onEvent, onForeignMode } = events;
  return {
    provider: new StripePayments({ ...settings, clock }),
    payWithTestCard: null,
    saveTestCard: null,
    formSources: stripeCardFormSources(settings),
    routes: stripeRoutes({ webhookSecret, live, clock, onEvent, onForeignMode }),
    // Stripe delivers events itself, and the sweep fetches missing ones.
    deliverPending: async () => {},
    close: async () => {},
  };
}

async function smtpMailer(deps: ConstructorParameters<typeof SmtpMailer>[0]): Promise<SmtpMailer> {
  const { SmtpMailer } = await import('./providers/mail/smtp/smtp-mailer.ts');
  return new SmtpMailer(deps);
}
