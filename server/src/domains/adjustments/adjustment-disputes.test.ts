import { DISPUTE_DAYS, MAX_EVIDENCE_BYTES } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf } from '../../../test/balance.ts';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  type BilledLabel,
  buyLabelOf,
  correction,
  freight,
  importUps,
} from '../../../test/carrier-invoices.ts';
import { bearer, logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { legalMovesInCode, legalMovesInDatabase } from '../../../test/legal-moves.ts';
import { makeOperator } from '../../../test/operator.ts';
import { call, expectConsistentLedger, makeShop, type Shop } from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { ADJUSTMENT_DISPUTE_MOVES, INITIAL_ADJUSTMENT_DISPUTE_STATE } from './adjustment-disputes.states.ts';

let test: TestApp;
let operator: Shop;
let user: TestUser;
let shop: Shop;
let label: BilledLabel;

beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  operator = await makeOperator(test);
  user = await makeUser(test);
  shop = { userId: user.id, token: (await logInAs(test, user)).token };
  label = await buyLabelOf(test, shop);
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const REASON = { reason: 'The parcel weighed 2 lb on our scale.' };

/** An adjustment with a fee that the client pays. */
async function charged(cents = 412, fee = 0): Promise<string> {
  const policy = path(API.adminClientAdjustmentPolicy, { id: shop.userId });
  if (fee > 0) await call(test, operator, 'PUT', policy, { mode: 'pass_on', threshold: 0, fee });
  await importUps(test, operator, [correction(label, cents)]);
  return (await call(test, shop, 'GET', API.adjustments)).json().adjustments[0].id;
}

async function adjustmentOf(cents: number): Promise<string> {
  const { adjustments } = (await call(test, shop, 'GET', API.adjustments)).json();
  return adjustments.find(({ amount }: { amount: number }) => amount === cents).id;
}

const dispute = (id: string, by = shop, body: object = REASON) =>
  call(test, by, 'POST', path(API.adjustmentDispute, { id }), body);
const decide = (id: string, state: string) =>
  call(test, operator, 'POST', path(API.adminAdjustmentDispute, { id }), { state });
const addFile = (id: string, bytes: Buffer, fileName = 'scale.png', by = shop) =>
  test.inject({
    method: 'POST',
    url: `${path(API.adjustmentEvidence, { id })}?${new URLSearchParams({ fileName })}`,
    headers: { ...bearer(by.token), 'content-type': 'application/octet-stream' },
    payload: bytes,
  });
const codeOf = (answer: { json(): { error?: string } }) => answer.json().error;

describe('disputes of adjustments', { shuffle: false }, () => {
  describe('a dispute', () => {
    it('has the same moves in the code as in the database', async () => {
      const inCode = legalMovesInCode(INITIAL_ADJUSTMENT_DISPUTE_STATE, ADJUSTMENT_DISPUTE_MOVES);
      expect(inCode).toEqual(await legalMovesInDatabase(test.deps.db, 'adjustment_disputes'));
    });

    it('is opened once by the client who pays, and a retry changes nothing', async () => {
      const id = await charged();
      expect(codeOf(await dispute(id, await makeShop(test)))).toBe('ADJUSTMENT_NOT_FOUND');
      expect(codeOf(await dispute(id, shop, { reason: ' ' }))).toBe('VALIDATION_FAILED');
      const answer = await dispute(id);
      expect(answer.json().adjustment).toMatchObject({
        canDispute: false,
        dispute: { state: 'open', ...REASON, evidence: [] },
      });
      expect((await dispute(id)).statusCode).toBe(200);
      expect(codeOf(await dispute(id, shop, { reason: 'Another reason' }))).toBe('ADJUSTMENT_NOT_DISPUTABLE');
      const { data } = (
        await call(test, operator, 'GET', `${API.adminAdjustments}?dispute=open&clientId=${shop.userId}`)
      ).json();
      expect(data).toMatchObject({ adjustments: [{ id }], totals: { openDisputes: 1 } });
    });

    it('refunds the client with the fee when it is won, once', async () => {
      const id = await charged(412, 75);
      expect(await balanceOf(test, shop)).toBe(-487);
      expect(codeOf(await decide(id, 'won'))).toBe('DISPUTE_NOT_FOUND');
      await dispute(id);
      expect((await decide(id, 'sent')).json().adjustment.dispute).toMatchObject({
        state: 'sent',
        endedAt: null,
      });
      const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'won')));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(answers[0]?.json().adjustment).toMatchObject({ reversed: 487, dispute: { state: 'won' } });
      expect(await balanceOf(test, shop)).toBe(0);
      expect(codeOf(await decide(id, 'lost'))).toBe('DISPUTE_CLOSED');
      // The carrier's credit then belongs to the operator.
      expect(await importUps(test, operator, [correction(label, -412)])).toMatchObject({
        absorbed: 1,
        client: 0,
      });
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('refunds only the fee if the carrier’s credit came first', async () => {
      const id = await charged(412, 75);
      await dispute(id);
      await importUps(test, operator, [correction(label, -412)]);
      expect(await balanceOf(test, shop)).toBe(-75);
      expect((await decide(id, 'won')).json().adjustment.reversed).toBe(75);
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('refunds nothing of another adjustment when the carrier credits it later', async () => {
      const id = await charged(500);
      await importUps(test, operator, [correction(label, 200)]);
      expect(await balanceOf(test, shop)).toBe(-700);
      await dispute(id);
      await decide(id, 'won');
      expect(await balanceOf(test, shop)).toBe(-200);
      expect(await importUps(test, operator, [correction(label, -500)])).toMatchObject({ client: 0 });
      expect(await balanceOf(test, shop)).toBe(-200);
      expect(await importUps(test, operator, [correction(label, -200)])).toMatchObject({ client: -200 });
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('refunds nothing of another adjustment when the carrier credited it before', async () => {
      const id = await charged(500);
      await importUps(test, operator, [correction(label, 200)]);
      await dispute(id);
      await importUps(test, operator, [correction(label, -500)]);
      expect(await balanceOf(test, shop)).toBe(-200);
      expect((await decide(id, 'won')).json().adjustment.reversed).toBe(0);
      expect(await balanceOf(test, shop)).toBe(-200);
    });

    it('refunds the rest if the carrier credited another adjustment before', async () => {
      const id = await charged(500);
      await importUps(test, operator, [correction(label, 200)]);
      await dispute(id);
      await importUps(test, operator, [correction(label, -200)]);
      expect(await balanceOf(test, shop)).toBe(-500);
      await decide(id, 'won');
      expect(await balanceOf(test, shop)).toBe(-200);
      await importUps(test, operator, [correction(label, -500)]);
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('refunds all of an adjustment that was billed after a credit', async () => {
      for (const cents of [500, -500, 100]) await importUps(test, operator, [correction(label, cents)]);
      expect(await balanceOf(test, shop)).toBe(-100);
      const id = await adjustmentOf(100);
      await dispute(id);
      expect((await decide(id, 'won')).json().adjustment.reversed).toBe(100);
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('leaves later credits to the client after the carrier has credited it', async () => {
      const id = await charged(500);
      await dispute(id);
      await decide(id, 'won');
      for (const cents of [40, -500, 300]) await importUps(test, operator, [correction(label, cents)]);
      expect(await balanceOf(test, shop)).toBe(-300);
      expect(await importUps(test, operator, [correction(label, -300)])).toMatchObject({ client: -300 });
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it('keeps the credit for a second refund, even if the carrier credited more than the first', async () => {
      const first = await charged(500);
      await dispute(first);
      await decide(first, 'won');
      for (const cents of [-800, 400, 300]) await importUps(test, operator, [correction(label, cents)]);
      expect(await balanceOf(test, shop)).toBe(-400);
      const second = await adjustmentOf(100);
      await dispute(second);
      await decide(second, 'won');
      expect(await importUps(test, operator, [correction(label, -100)])).toMatchObject({ client: 0 });
      expect(await balanceOf(test, shop)).toBe(-300);
      expect(await importUps(test, operator, [correction(label, -300)])).toMatchObject({ client: -300 });
      expect(await balanceOf(test, shop)).toBe(0);
    });

    it.each(['lost', 'expired'])('changes no balance when it is %s', async (state) => {
      const id = await charged();
      await dispute(id);
      expect((await decide(id, state)).json().adjustment).toMatchObject({ reversed: 0, dispute: { state } });
      expect(await balanceOf(test, shop)).toBe(-412);
    });
  });

  describe('evidence', () => {
    it('is a PDF, PNG or JPEG file, added while the dispute is open', async () => {
      const id = await charged();
      expect(codeOf(await addFile(id, PNG))).toBe('DISPUTE_NOT_FOUND');
      await dispute(id);
      expect((await addFile(id, Buffer.from('<svg/>'))).json()).toMatchObject({
        fields: [{ path: 'file', message: 'Please upload a PDF, PNG or JPEG file.' }],
      });
      expect((await addFile(id, Buffer.alloc(MAX_EVIDENCE_BYTES + 1, 1))).json().message).toBe(
        'The file is larger than 5 MB.',
      );
      expect((await addFile(id, Buffer.alloc(0))).statusCode).toBe(400);
      expect(codeOf(await addFile(id, PNG, 'scale.png', await makeShop(test)))).toBe('ADJUSTMENT_NOT_FOUND');
      for (const number of [1, 2, 3, 4, 5, 5]) await addFile(id, Buffer.concat([PNG, Buffer.from([number])]));
      expect(codeOf(await addFile(id, PNG))).toBe('LIMIT_REACHED');
      const { adjustment } = (await call(test, operator, 'GET', path(API.adminAdjustment, { id }))).json();
      expect(adjustment.dispute.evidence).toHaveLength(5);
      await decide(id, 'sent');
      expect(codeOf(await addFile(id, PNG))).toBe('DISPUTE_CLOSED');
    });

    it('is downloaded by the staff and by its owner only', async () => {
      const id = await charged();
      await dispute(id);
      const { adjustment } = (await addFile(id, PNG)).json();
      const [{ id: fileId }] = adjustment.dispute.evidence;
      const staff = await call(test, operator, 'GET', path(API.adminAdjustmentEvidenceFile, { id, fileId }));
      expect(staff.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringMatching(/^attachment; filename="?scale\.png/),
      });
      expect(staff.rawPayload).toEqual(PNG);
      const own = path(API.adjustmentEvidenceFile, { id, fileId });
      expect((await call(test, shop, 'GET', own)).rawPayload).toEqual(PNG);
      expect(codeOf(await call(test, await makeShop(test), 'GET', own))).toBe('EVIDENCE_NOT_FOUND');
    });

    it('is in the client’s own export by name, and erased with the client', async () => {
      const id = await charged();
      await dispute(id);
      await addFile(id, PNG);
      const { adjustments } = (await call(test, shop, 'GET', API.accountExport)).json();
      expect(adjustments).toMatchObject([
        { id, clientCents: 412, disputeReason: REASON.reason, evidence: ['scale.png'] },
      ]);
      await addFunds(test, shop, 412);
      const deleted = await call(test, operator, 'DELETE', path(API.adminClient, { id: shop.userId }), {
        confirmPermanentDelete: true,
      });
      expect(deleted.statusCode, deleted.body).toBe(200);
      const { adjustment } = (await call(test, operator, 'GET', path(API.adminAdjustment, { id }))).json();
      expect(adjustment).toMatchObject({ client: 412, dispute: { reason: '', evidence: [] } });
      expect((await decide(id, 'won')).json().adjustment).toMatchObject({
        reversed: 0,
        dispute: { state: 'won' },
      });
      expect(await importUps(test, operator, [correction(label, 900)])).toMatchObject({
        absorbed: 1,
        client: 0,
      });
    });
  });

  describe('the operator’s list', () => {
    it('filters, adds up and exports', async () => {
      const id = await charged(412, 75);
      await importUps(test, operator, [correction(label, -100)]);
      const list = async (query: Record<string, string>) =>
        (
          await call(
            test,
            operator,
            'GET',
            `${API.adminAdjustments}?${new URLSearchParams({ clientId: shop.userId, ...query })}`,
          )
        ).json().data;
      expect(await list({ sortBy: 'amount' })).toMatchObject({
        adjustments: [{ id, billed: 412 }, { billed: -100 }],
        totals: { billed: 312, client: 387, openDisputes: 0 },
        pagination: { totalRecords: 2 },
      });
      expect(
        (await list({ reason: 'credit', outcome: 'passed_on', carrier: 'UPS', dispute: 'none' })).adjustments,
      ).toHaveLength(1);
      expect((await list({ startDate: '2040-01-01' })).adjustments).toEqual([]);
      const { invoiceId } = (await list({ reason: 'weight' })).adjustments[0];
      expect((await list({ invoiceId })).adjustments).toHaveLength(1);
      const file = await call(
        test,
        operator,
        'GET',
        `${API.adminAdjustmentsDownload}?clientId=${shop.userId}`,
      );
      expect(file.body.split('\n')).toHaveLength(4);
      expect(file.body).toContain(',weight,4.12,4.12,0.75,0.00,passed_on,');
    });

    it('has a policy per client that follows the default until it is set', async () => {
      const own = path(API.adminClientAdjustmentPolicy, { id: shop.userId });
      const before = { policy: { mode: 'pass_on', threshold: 50, fee: 0 }, isDefault: true };
      expect((await call(test, operator, 'GET', own)).json()).toEqual(before);
      const policy = { mode: 'absorb', threshold: 0, fee: 0 };
      expect((await call(test, operator, 'PUT', own, policy)).json()).toEqual({ policy, isDefault: false });
      expect((await call(test, operator, 'DELETE', own)).json()).toEqual(before);
      expect(codeOf(await call(test, operator, 'PUT', own, { ...policy, fee: -1 }))).toBe(
        'VALIDATION_FAILED',
      );
      const byDefault = { mode: 'pass_on', threshold: 0, fee: 25 };
      await call(test, operator, 'PUT', API.adminAdjustmentPolicy, byDefault);
      expect((await call(test, operator, 'GET', own)).json()).toEqual({ policy: byDefault, isDefault: true });
      await call(test, operator, 'PUT', API.adminAdjustmentPolicy, before.policy);
      expect((await call(test, operator, 'GET', API.adminAdjustmentPolicy)).json()).toEqual(before.policy);
    });

    it('stores a threshold and a fee that are not used while adjustments are absorbed', async () => {
      const own = path(API.adminClientAdjustmentPolicy, { id: shop.userId });
      for (const url of [own, API.adminAdjustmentPolicy]) {
        const before = (await call(test, operator, 'GET', API.adminAdjustmentPolicy)).json();
        for (const [threshold, fee] of [
          [0, 0],
          [250, 0],
          [250, 75],
        ]) {
          const policy = { mode: 'absorb', threshold, fee };
          await call(test, operator, 'PUT', url, policy);
          const answer = (await call(test, operator, 'GET', url)).json();
          expect(answer.policy ?? answer).toEqual(policy);
        }
        await call(test, operator, 'PUT', API.adminAdjustmentPolicy, before);
      }
    });
  });

  describe('the right to dispute', () => {
    it('ends after 60 days and does not cover credits', async () => {
      const id = await charged();
      await importUps(test, operator, [freight(label), correction(label, -100)]);
      const { adjustments } = (await call(test, shop, 'GET', API.adjustments)).json();
      const credit = adjustments.find(({ reason }: { reason: string }) => reason === 'credit');
      expect(codeOf(await dispute(credit.id))).toBe('ADJUSTMENT_NOT_DISPUTABLE');
      test.clock.advance(days(DISPUTE_DAYS) + 1);
      shop.token = (await logInAs(test, user)).token;
      expect(codeOf(await dispute(id))).toBe('DISPUTE_TOO_LATE');
    });
  });
});
