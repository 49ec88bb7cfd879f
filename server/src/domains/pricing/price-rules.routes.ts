import {
  ChangeClientGroupBodySchema,
  ClientGroupAnswerSchema,
  ClientGroupBodySchema,
  ClientGroupDeletedSchema,
  ClientGroupsAnswerSchema,
  DiscardDraftAnswerSchema,
  DiscardDraftQuerySchema,
  PriceRulesAnswerSchema,
  PriceVersionAnswerSchema,
  PublishAgainBodySchema,
  PublishDraftBodySchema,
  PublishedAnswerSchema,
  SaveDraftAnswerSchema,
  SaveDraftBodySchema,
  VersionParamsSchema,
} from '@lading/contract/pricing/price-lists.ts';
import {
  PricePreviewDownloadQuerySchema,
  PricePreviewQuerySchema,
  PricePreviewSchema,
} from '@lading/contract/pricing/price-preview.ts';
import { API } from '@lading/contract/routes.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { addClientGroup, changeClientGroup, listClientGroups, removeClientGroup } from './client-groups.ts';
import { discardPriceDraft, savePriceDraft } from './edit-price-draft.ts';
import { exportPricePreview, type PreviewExportDeps, previewPrices } from './preview-prices.ts';
import { type PublishDeps, publishPriceDraft, publishPriceVersion } from './publish-price-rules.ts';
import { type PriceRulesDeps, showPriceRules, showPriceVersion } from './show-price-rules.ts';

/** A hundred rules with many clients each. */
const RULES_LIMIT = 1024 * 1024;
const GROUP_LIMIT = 256 * 1024;

const route = routesOf<PriceRulesDeps & PublishDeps & PreviewExportDeps>('Price rules');

const DRAFT_ROUTES = [
  route({
    method: 'GET',
    path: API.adminPriceRules,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'getPriceRules',
    summary: 'Returns the price rules in effect, the draft, the versions and the client groups.',
    answer: PriceRulesAnswerSchema,
    handle: (deps, { actor }) => showPriceRules(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.adminPriceDraft,
    access: 'admin',
    permission: 'pricing.write',
    operationId: 'savePriceDraft',
    summary: 'Starts or changes the draft. Fails if someone else changed it since the given revision.',
    bodyLimit: RULES_LIMIT,
    body: SaveDraftBodySchema,
    answer: SaveDraftAnswerSchema,
    handle: (deps, { actor, body }) => savePriceDraft(deps, actor, body),
  }),
  route({
    method: 'DELETE',
    path: API.adminPriceDraft,
    access: 'admin',
    permission: 'pricing.write',
    operationId: 'discardPriceDraft',
    summary: 'Discards the draft.',
    query: DiscardDraftQuerySchema,
    answer: DiscardDraftAnswerSchema,
    handle: async (deps, { actor, query }) => {
      await discardPriceDraft(deps, actor, query.revision);
      return { discarded: true as const };
    },
  }),
  route({
    method: 'POST',
    path: API.adminPublishPriceDraft,
    access: 'admin',
    permission: 'pricing.write',
    proof: 'recent',
    operationId: 'publishPriceDraft',
    summary: 'Publishes the draft as the next version, now or from a later day.',
    body: PublishDraftBodySchema,
    answer: PublishedAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => publishPriceDraft(deps, actor, body),
  }),
];

const VERSION_ROUTES = [
  route({
    method: 'GET',
    path: API.adminPriceVersion,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'getPriceVersion',
    summary: 'Returns the rules of a version.',
    params: VersionParamsSchema,
    answer: PriceVersionAnswerSchema,
    handle: (deps, { params }) => showPriceVersion(deps, params.number),
  }),
  route({
    method: 'POST',
    path: API.adminPublishPriceVersion,
    access: 'admin',
    permission: 'pricing.write',
    proof: 'recent',
    operationId: 'publishPriceVersion',
    summary: 'Publishes the rules of an earlier version again, as the next version.',
    params: VersionParamsSchema,
    body: PublishAgainBodySchema,
    answer: PublishedAnswerSchema,
    status: 201,
    handle: (deps, { actor, params, body }) => publishPriceVersion(deps, actor, params.number, body),
  }),
  route({
    method: 'GET',
    path: API.adminPricePreview,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'previewPriceRules',
    summary: 'Compares the draft with the prices in effect, on the labels of the last 30 or 90 days.',
    parallelPerAccount: 2,
    query: PricePreviewQuerySchema,
    answer: PricePreviewSchema,
    handle: (deps, { query }) => previewPrices(deps, query),
  }),
  route({
    method: 'GET',
    path: API.adminPricePreviewDownload,
    access: 'admin',
    permission: 'exports.read',
    proof: 'recent',
    operationId: 'exportPricePreview',
    summary: 'Downloads the labels behind a preview as CSV.',
    query: PricePreviewDownloadQuerySchema,
    handle: async (deps, { actor, query, reply }) =>
      sendFile(reply, await exportPricePreview(deps, actor, query)),
  }),
];

const GROUP_ROUTES = [
  route({
    method: 'GET',
    path: API.adminClientGroups,
    access: 'admin',
    permission: 'pricing.read',
    operationId: 'listClientGroups',
    summary: 'Lists the client groups and their members.',
    answer: ClientGroupsAnswerSchema,
    handle: async (deps) => ({ groups: await listClientGroups(deps) }),
  }),
  route({
    method: 'POST',
    path: API.adminClientGroups,
    access: 'admin',
    permission: 'pricing.write',
    operationId: 'createClientGroup',
    summary: 'Adds a client group.',
    bodyLimit: GROUP_LIMIT,
    body: ClientGroupBodySchema,
    answer: ClientGroupAnswerSchema,
    status: 201,
    handle: async (deps, { actor, body }) => ({ group: await addClientGroup(deps, actor, body) }),
  }),
  route({
    method: 'PUT',
    path: API.adminClientGroup,
    access: 'admin',
    permission: 'pricing.write',
    proof: 'recent',
    operationId: 'updateClientGroup',
    summary: 'Changes the name and members of a client group. Affects rates quoted from now on.',
    bodyLimit: GROUP_LIMIT,
    params: IdSchema,
    body: ChangeClientGroupBodySchema,
    answer: ClientGroupAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      group: await changeClientGroup(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.adminClientGroup,
    access: 'admin',
    permission: 'pricing.write',
    operationId: 'deleteClientGroup',
    summary: 'Deletes a client group that no price rule uses.',
    params: IdSchema,
    answer: ClientGroupDeletedSchema,
    handle: async (deps, { actor, params }) => {
      await removeClientGroup(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];

export const PRICE_RULE_ROUTES = [...DRAFT_ROUTES, ...VERSION_ROUTES, ...GROUP_ROUTES];
