import {
  AccountAnswerSchema,
  ChangeEmailAnswerSchema,
  ChangeEmailBodySchema,
  ChangePasswordAnswerSchema,
  ChangePasswordBodySchema,
  EmailChangeCanceledAnswerSchema,
  EmailLinksSentAnswerSchema,
  SessionsAnswerSchema,
  SessionsEndedAnswerSchema,
  VerifyEmailAnswerSchema,
  VerifyEmailBodySchema,
} from '@lading/contract/account.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { ACCOUNT_LIMITS, LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { changePassword } from './change-password.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { endOtherSessions, endSession, listSessions } from './manage-sessions.ts';
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { resendEmailLinks, showAccount } from './show-account.ts';
import { verifyEmail } from './verify-email.ts';

const BODY_LIMIT = 16 * 1024;
const EmptySchema = z.object({});

const route = routesOf<IdentityDeps>('Account');

const ADDRESS_ROUTES = [
  route({
    method: 'GET',
    path: API.account,
    access: 'user',
    operationId: 'getAccount',
    summary: 'Returns the email address of the account and whether it is verified.',
    answer: AccountAnswerSchema,
    handle: (deps, { actor }) => showAccount(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.accountEmail,
    access: 'user',
    operationId: 'changeEmail',
    summary: 'Changes the email address. Needs the password; in strict, both addresses must confirm.',
    bodyLimit: BODY_LIMIT,
    rateLimit: ACCOUNT_LIMITS.emailChange,
    body: ChangeEmailBodySchema,
    answer: ChangeEmailAnswerSchema,
    handle: (deps, { actor, body }) => requestEmailChange(deps, actor, body),
  }),
  route({
    method: 'DELETE',
    path: API.accountEmail,
    access: 'user',
    operationId: 'cancelEmailChange',
    summary: 'Cancels a change of address that is not confirmed yet.',
    answer: EmailChangeCanceledAnswerSchema,
    handle: (deps, { actor }) => cancelEmailChange(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.accountEmailLinks,
    access: 'user',
    operationId: 'resendEmailLinks',
    summary: 'Resends the open verification links, at most three times an hour.',
    rateLimit: ACCOUNT_LIMITS.emailChange,
    answer: EmailLinksSentAnswerSchema,
    handle: (deps, { actor }) => resendEmailLinks(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.verifyEmail,
    access: 'public',
    operationId: 'verifyEmail',
    summary: 'Uses a link from an email: verifies the address or confirms its change.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.passwordReset,
    body: VerifyEmailBodySchema,
    answer: VerifyEmailAnswerSchema,
    handle: (deps, { origin, body }) => verifyEmail(deps, origin, body),
  }),
];

export const ACCOUNT_ROUTES = [
  ...ADDRESS_ROUTES,
  route({
    method: 'PUT',
    path: API.accountPassword,
    access: 'user',
    operationId: 'changePassword',
    summary:
      'Changes the password. Needs the current one, ends all other sessions and replaces the token of this one.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: ChangePasswordBodySchema,
    answer: ChangePasswordAnswerSchema,
    handle: (deps, { actor, body }) => changePassword(deps, actor, body),
  }),
  route({
    method: 'GET',
    path: API.accountSessions,
    access: 'user',
    operationId: 'listSessions',
    summary: 'Lists the sessions of the account, most recently used first.',
    answer: SessionsAnswerSchema,
    handle: (deps, { actor }) => listSessions(deps, actor.userId, actor.sessionId),
  }),
  route({
    method: 'DELETE',
    path: API.accountSessions,
    access: 'user',
    operationId: 'endOtherSessions',
    summary: 'Ends all sessions of the account except the current one.',
    proof: 'recent',
    answer: SessionsEndedAnswerSchema,
    handle: (deps, { actor }) => endOtherSessions(deps, actor),
  }),
  route({
    method: 'DELETE',
    path: API.accountSession,
    access: 'user',
    operationId: 'endSession',
    summary: 'Ends one session of the account.',
    proof: 'recent',
    params: IdSchema,
    answer: EmptySchema,
    handle: async (deps, { actor, params }) => {
      await endSession(deps, actor, params.id);
      return {};
    },
  }),
];
