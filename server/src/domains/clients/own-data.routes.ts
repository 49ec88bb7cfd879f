import {
  DeleteAccountAnswerSchema,
  DeleteAccountBodySchema,
  DraftKeyAnswerSchema,
} from '@lading/contract/account.ts';
import { API } from '@lading/contract/routes.ts';
import { ACCOUNT_LIMITS, LIMITS } from '../../platform/http/rate-limits.ts';
import { routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { type DeleteOwnAccountDeps, deleteOwnAccount } from './delete-own-account.ts';
import type { DraftKeys } from './draft-keys.ts';
import { type ExportOwnDataDeps, exportOwnData } from './export-own-data.ts';

const BODY_LIMIT = 16 * 1024;

export interface OwnDataDeps extends ExportOwnDataDeps, DeleteOwnAccountDeps {
  draftKeys: DraftKeys;
}

const route = routesOf<OwnDataDeps>('Account');

export const OWN_DATA_ROUTES = [
  route({
    method: 'GET',
    path: API.accountExport,
    access: 'user',
    proof: 'recent',
    operationId: 'exportOwnData',
    summary: 'Downloads everything that the account has stored, as one JSON file.',
    rateLimit: ACCOUNT_LIMITS.dataExport,
    parallelPerAccount: 1,
    handle: async (deps, { actor, reply }) => sendFile(reply, await exportOwnData(deps, actor)),
  }),
  route({
    method: 'GET',
    path: API.draftKey,
    access: 'user',
    operationId: 'getDraftKey',
    summary: 'Returns the key that a browser encrypts the drafts of this account with.',
    answer: DraftKeyAnswerSchema,
    handle: async ({ draftKeys }, { actor }) => ({ key: await draftKeys(actor.userId) }),
  }),
  route({
    method: 'DELETE',
    path: API.account,
    access: 'user',
    proof: 'recent',
    operationId: 'deleteOwnAccount',
    summary:
      "Permanently erases the account's personal data. Needs the password; staff accounts are refused.",
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.login,
    body: DeleteAccountBodySchema,
    answer: DeleteAccountAnswerSchema,
    handle: async (deps, { actor, body, reply }) => {
      await deleteOwnAccount(deps, actor, body);
      reply.header('clear-site-data', '"storage"');
      return { deleted: true as const };
    },
  }),
];
