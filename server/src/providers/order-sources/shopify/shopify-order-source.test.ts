import { expect } from 'vitest';
import { shopifyAtDouble } from '../../../../test/shopify-at-double.ts';
import { LIMITED } from '../port-suite.fixture.ts';
import { orderSourcePortSuite } from '../port-suite.ts';
import { gidOf, numberOf } from './shopify-ids.ts';

orderSourcePortSuite(
  'Shopify',
  async () => {
    const { double, source, connection, connect, close } = await shopifyAtDouble();
    const orderOf = (externalId: string) => {
      const order = double.records.orders.get(gidOf('Order', externalId));
      if (!order) throw new Error(`The double does not have ${externalId}`);
      return order;
    };
    let isNextReportLimited = false;
    double.server.onRequest(({ body }) => {
      if (!isNextReportLimited || !body.includes('mutation CreateFulfillment')) return;
      isNextReportLimited = false;
      double.server.answerNext({ call: 'POST /admin/api/*/graphql.json', ...LIMITED });
    });
    return {
      source,
      connection,
      refused: connect({ accessToken: 'shpat_of_another_shop' }),
      shop: {
        addSample: () => numberOf(double.addSample().id),
        addOrders: (count) => Array.from({ length: count }, () => numberOf(double.addOrder().id)),
        change: (externalId) => double.change(orderOf(externalId), { note: 'Ring twice.' }),
        trackingNumbers: (externalId) => double.trackingNumbers(gidOf('Order', externalId)),
        buyerMails: (externalId) =>
          double.records.mails.filter(({ orderId }) => numberOf(orderId) === externalId).length,
        answerWith: (badAnswer) => double.set({ badAnswer }),
        loseNextReport: () => double.set({ losesNext: ['CreateFulfillment'] }),
        limitNextReport: () => {
          isNextReportLimited = true;
        },
        makeWebhook: (externalId) => {
          const body = { id: Number(externalId), admin_graphql_api_id: gidOf('Order', externalId) };
          return {
            request: double.webhooks.make('ORDERS_UPDATED', body),
            secret: double.behavior.app.clientSecret,
          };
        },
      },
      close: async () => {
        expect(double.api.invalid).toEqual([]);
        await close();
      },
    };
  },
  {
    reportsItems: true,
    findsReports: true,
    withdraws: true,
    mailsPerReport: 1,
    sample: {
      order: {
        externalId: '4183684907181',
        number: '#1001',
        tags: ['gift'],
        shippingMethod: { text: 'Standard', code: 'Standard' },
      },
      items: [{ originCountry: 'PT', hsCode: '691200' }],
    },
  },
);
