import {
  ForgotPasswordBodySchema,
  LoginAnswerSchema,
  LoginBodySchema,
  MessageAnswerSchema,
  ProveAnswerSchema,
  ProveBodySchema,
  RegisterBodySchema,
  ResetPasswordBodySchema,
  VerifyAnswerSchema,
} from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { proveByPassword } from './prove-identity.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { verifySession } from './verify-session.ts';

const BODY_LIMIT = 16 * 1024;

const route = routesOf<IdentityDeps>('Accounts');

export const IDENTITY_ROUTES = [
  route({
    method: 'POST',
    path: API.register,
    access: 'public',
    operationId: 'register',
    summary: 'Creates a client account.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.signUp,
    body: RegisterBodySchema,
    answer: MessageAnswerSchema,
    status: 201,
    handle: (deps, { origin, body }) => register(deps, origin, body),
  }),
  route({
    method: 'POST',
    path: API.login,
    access: 'public',
    operationId: 'logIn',
    summary: 'Starts a session of 12 hours, or 30 days with `remember`.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    headers: ['user-agent'],
    body: LoginBodySchema,
    answer: LoginAnswerSchema,
    handle: (deps, { origin, body, header }) =>
      logIn(deps, { ...origin, userAgent: header('user-agent') ?? '' }, body),
  }),
  route({
    method: 'GET',
    path: API.verify,
    access: 'user',
    apiKey: 'orders',
    beforeSecondFactor: true,
    operationId: 'verifySession',
    summary: 'Returns the account that the token belongs to, if the session is still valid.',
    answer: VerifyAnswerSchema,
    background: true,
    handle: (_deps, { actor }) => verifySession(actor),
  }),
  route({
    method: 'POST',
    path: API.logout,
    access: 'custom',
    operationId: 'logOut',
    summary: "Ends the token's session.",
    headers: ['authorization'],
    answer: MessageAnswerSchema,
    handle: async (deps, { origin, header, reply }) => {
      const answer = await logOut(deps, origin, header('authorization'));
      // Removes drafts from the browser. The cache needs no clearing, because every response is no-store.
      reply.header('clear-site-data', '"storage"');
      return answer;
    },
  }),
  route({
    method: 'POST',
    path: API.prove,
    access: 'user',
    beforeSecondFactor: true,
    operationId: 'proveIdentity',
    summary: 'Confirms the password of the signed-in account and replaces its token.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: ProveBodySchema,
    answer: ProveAnswerSchema,
    handle: (deps, { actor, body }) => proveByPassword(deps, actor, body),
  }),
  route({
    method: 'POST',
    path: API.forgotPassword,
    access: 'public',
    operationId: 'requestPasswordReset',
    summary: 'Emails a reset link if the address has an account; the response is the same either way.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.passwordReset,
    body: ForgotPasswordBodySchema,
    answer: MessageAnswerSchema,
    handle: (deps, { origin, body }) => requestPasswordReset(deps, origin, body),
  }),
  route({
    method: 'POST',
    path: API.resetPassword,
    access: 'public',
    operationId: 'resetPassword',
    summary: 'Sets a new password with the token from a reset link and ends all sessions of the account.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.passwordReset,
    body: ResetPasswordBodySchema,
    answer: MessageAnswerSchema,
    handle: (deps, { origin, body }) => resetPassword(deps, origin, body),
  }),
];
