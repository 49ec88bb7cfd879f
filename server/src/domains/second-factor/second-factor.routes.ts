import { LoginAnswerSchema, ProveAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import {
  AddPasskeyBodySchema,
  ConfirmTotpBodySchema,
  FactorAddedAnswerSchema,
  FactorProofBodySchema,
  PasskeyCreationSchema,
  PasskeyLoginBodySchema,
  PasskeyRequestSchema,
  RecoveryCodesAnswerSchema,
  RenamePasskeyBodySchema,
  ResetSecondFactorsAnswerSchema,
  SecondFactorLoginBodySchema,
  SecondFactorsAnswerSchema,
  TotpSetUpAnswerSchema,
} from '@lading/contract/second-factor.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { finishPasskey, startPasskey } from './add-passkey.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { proveByFactor, requestPasskeyProof } from './prove-by-factor.ts';
import { removePasskey, removeTotp } from './remove-factors.ts';
import { renamePasskey } from './rename-passkey.ts';
import { replaceRecoveryCodes } from './replace-recovery-codes.ts';
import { resetClientFactors } from './reset-second-factors.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { finishTotp, startTotp } from './set-up-totp.ts';
import { showSecondFactors } from './show-second-factors.ts';
import { requestPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';

const BODY_LIMIT = 40 * 1024;

const route = routesOf<SecondFactorDeps>('Accounts');

/** Signing in and confirming who is signed in. */
const SIGN_IN_ROUTES = [
  route({
    method: 'POST',
    path: API.loginSecondFactor,
    access: 'public',
    operationId: 'logInWithSecondFactor',
    summary: 'Finishes a login that was answered with SECOND_FACTOR_REQUIRED.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    headers: ['user-agent'],
    body: SecondFactorLoginBodySchema,
    answer: LoginAnswerSchema,
    handle: (deps, { origin, body, header }) =>
      finishSignIn(deps, { ...origin, userAgent: header('user-agent') ?? '' }, body),
  }),
  route({
    method: 'POST',
    path: API.loginPasskeyRequest,
    access: 'public',
    operationId: 'requestPasskeyLogin',
    summary: 'Returns what the browser needs to ask for a passkey.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    answer: PasskeyRequestSchema,
    handle: (deps) => requestPasskeySignIn(deps),
  }),
  route({
    method: 'POST',
    path: API.loginPasskey,
    access: 'public',
    operationId: 'logInWithPasskey',
    summary: 'Starts a session with a passkey alone.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    headers: ['user-agent'],
    body: PasskeyLoginBodySchema,
    answer: LoginAnswerSchema,
    handle: (deps, { origin, body, header }) =>
      signInWithPasskey(deps, { ...origin, userAgent: header('user-agent') ?? '' }, body),
  }),
  route({
    method: 'POST',
    path: API.provePasskey,
    access: 'user',
    beforeSecondFactor: true,
    operationId: 'requestPasskeyProof',
    summary: 'Returns what the browser needs to ask the signed-in user for a passkey.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    answer: PasskeyRequestSchema,
    handle: (deps, { actor }) => requestPasskeyProof(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.proveByFactor,
    access: 'user',
    beforeSecondFactor: true,
    operationId: 'proveIdentityByFactor',
    summary: 'Confirms who is signed in with a code or passkey, and replaces the token.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: FactorProofBodySchema,
    answer: ProveAnswerSchema,
    handle: (deps, { actor, body }) => proveByFactor(deps, actor, body),
  }),
];

/** An account's own factors. Every change needs a recent proof, at every security level. */
const OWN_FACTOR_ROUTES = [
  route({
    method: 'GET',
    path: API.secondFactors,
    access: 'user',
    beforeSecondFactor: true,
    operationId: 'getSecondFactors',
    summary: "Lists the account's second factors.",
    answer: SecondFactorsAnswerSchema,
    handle: (deps, { actor }) => showSecondFactors(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.totp,
    access: 'user',
    beforeSecondFactor: true,
    proof: 'always',
    operationId: 'startTotp',
    summary:
      'Creates the secret of a new authenticator app. A current one works until the new one is confirmed.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    answer: TotpSetUpAnswerSchema,
    handle: (deps, { actor }) => startTotp(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.totpConfirm,
    access: 'user',
    beforeSecondFactor: true,
    proof: 'always',
    operationId: 'confirmTotp',
    summary: 'Activates the new authenticator app with its first code.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: ConfirmTotpBodySchema,
    answer: FactorAddedAnswerSchema,
    handle: (deps, { actor, body }) => finishTotp(deps, actor, body),
  }),
  route({
    method: 'DELETE',
    path: API.totp,
    access: 'user',
    proof: 'always',
    operationId: 'removeTotp',
    summary: 'Removes the authenticator app.',
    rateLimit: LIMITS.login,
    answer: SecondFactorsAnswerSchema,
    handle: async (deps, { actor }) => {
      await removeTotp(deps, actor);
      return showSecondFactors(deps, actor);
    },
  }),
  route({
    method: 'POST',
    path: API.passkeyCreation,
    access: 'user',
    beforeSecondFactor: true,
    proof: 'always',
    operationId: 'startPasskey',
    summary: 'Returns what the browser needs to create a passkey.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    answer: PasskeyCreationSchema,
    handle: (deps, { actor }) => startPasskey(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.passkeys,
    access: 'user',
    beforeSecondFactor: true,
    proof: 'always',
    operationId: 'addPasskey',
    summary: 'Stores a passkey that the browser created.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: AddPasskeyBodySchema,
    answer: FactorAddedAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => finishPasskey(deps, actor, body),
  }),
  route({
    method: 'PATCH',
    path: API.passkey,
    access: 'user',
    operationId: 'renamePasskey',
    summary: 'Renames a passkey.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    params: IdSchema,
    body: RenamePasskeyBodySchema,
    answer: SecondFactorsAnswerSchema,
    handle: async (deps, { actor, params, body }) => {
      await renamePasskey(deps, actor, { id: params.id, name: body.name });
      return showSecondFactors(deps, actor);
    },
  }),
  route({
    method: 'DELETE',
    path: API.passkey,
    access: 'user',
    proof: 'always',
    operationId: 'removePasskey',
    summary: 'Removes a passkey.',
    rateLimit: LIMITS.login,
    params: IdSchema,
    answer: SecondFactorsAnswerSchema,
    handle: async (deps, { actor, params }) => {
      await removePasskey(deps, actor, params.id);
      return showSecondFactors(deps, actor);
    },
  }),
  route({
    method: 'POST',
    path: API.recoveryCodes,
    access: 'user',
    proof: 'always',
    operationId: 'replaceRecoveryCodes',
    summary: 'Creates ten recovery codes. All earlier ones stop working.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    answer: RecoveryCodesAnswerSchema,
    handle: (deps, { actor }) => replaceRecoveryCodes(deps, actor),
  }),
];

export const SECOND_FACTOR_ROUTES = [...SIGN_IN_ROUTES, ...OWN_FACTOR_ROUTES];

export const ADMIN_SECOND_FACTOR_ROUTES = [
  route({
    method: 'DELETE',
    path: API.adminClientSecondFactors,
    access: 'admin',
    permission: 'clients.email',
    proof: 'recent',
    operationId: 'resetClientSecondFactors',
    summary: 'Removes all second factors of a client who lost them, and notifies the client.',
    params: IdSchema,
    answer: ResetSecondFactorsAnswerSchema,
    handle: (deps, { actor, params }) => resetClientFactors(deps, actor, params.id),
  }),
];
