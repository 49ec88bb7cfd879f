import { ErrorBodySchema } from '@lading/contract/errors.ts';
import {
  ForgotPasswordBodySchema,
  LoginAnswerSchema,
  LoginBodySchema,
  MessageAnswerSchema,
  RegisterBodySchema,
  ResetPasswordBodySchema,
  VerifyAnswerSchema,
} from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { originOf } from '../../platform/http/origin.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import type { HttpServer } from '../../platform/http/schema-compilers.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { actorOf, requireUser } from './identity.guards.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { verifySession } from './verify-session.ts';

const BODY_LIMIT = 16 * 1024;
const tags = ['Accounts'];
const security = [{ token: [] }];
const refusals = { '4xx': ErrorBodySchema };

export function identityRoutes(app: HttpServer, deps: IdentityDeps): void {
  app.post(
    API.register,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: LIMITS.signUp },
      schema: {
        tags,
        summary: 'Creates a client account.',
        body: RegisterBodySchema,
        response: { 201: MessageAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => reply.code(201).send(await register(deps, originOf(request), request.body)),
  );

  app.post(
    API.login,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: LIMITS.login },
      schema: {
        tags,
        summary: 'Opens a session: 12 hours, or 30 days with remember.',
        body: LoginBodySchema,
        response: { 200: LoginAnswerSchema, ...refusals },
      },
    },
    (request) =>
      logIn(deps, { ...originOf(request), userAgent: request.headers['user-agent'] ?? '' }, request.body),
  );

  app.get(
    API.verify,
    {
      preValidation: requireUser(deps),
      schema: {
        tags,
        security,
        summary: 'Tells whether the token is still good, and whose it is.',
        response: { 200: VerifyAnswerSchema, ...refusals },
      },
    },
    (request) => verifySession(deps, actorOf(request)),
  );

  app.post(
    API.logout,
    {
      schema: {
        tags,
        security,
        summary: 'Ends the session of the token.',
        response: { 200: MessageAnswerSchema, ...refusals },
      },
    },
    (request) => logOut(deps, originOf(request), request.headers.authorization),
  );

  app.post(
    API.forgotPassword,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: LIMITS.passwordReset },
      schema: {
        tags,
        summary: 'Sends a reset link, if the address has an account; the answer is the same either way.',
        body: ForgotPasswordBodySchema,
        response: { 200: MessageAnswerSchema, ...refusals },
      },
    },
    (request) => requestPasswordReset(deps, originOf(request), request.body),
  );

  app.post(
    API.resetPassword,
    {
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: LIMITS.passwordReset },
      schema: {
        tags,
        summary: 'Sets a new password with the token of a reset link, and ends all sessions.',
        body: ResetPasswordBodySchema,
        response: { 200: MessageAnswerSchema, ...refusals },
      },
    },
    (request) => resetPassword(deps, originOf(request), request.body),
  );
}
