import {
  ProfileAnswerSchema,
  ProfileBodySchema,
  SavedAddressAnswerSchema,
  SavedAddressBodySchema,
  SavedAddressesAnswerSchema,
  SavedParcelAnswerSchema,
  SavedParcelBodySchema,
  SavedParcelsAnswerSchema,
  UpdateProfileAnswerSchema,
} from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import {
  changeSavedAddress,
  changeSavedParcel,
  listSavedAddresses,
  listSavedParcels,
  removeSavedAddress,
  removeSavedParcel,
  saveAddress,
  saveParcel,
} from './address-book.ts';
import { type ProfileDeps, showProfile, updateProfile } from './profile.ts';

const BODY_LIMIT = 16 * 1024;
const DeletedSchema = z.object({ deleted: z.literal(true) });

const route = routesOf<ProfileDeps>('Profile');

const PROFILE_ROUTES = [
  route({
    method: 'GET',
    path: API.profile,
    access: 'user',
    operationId: 'getProfile',
    summary: 'Returns the account and its default sender address.',
    answer: ProfileAnswerSchema,
    handle: (deps, { actor }) => showProfile(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.profile,
    access: 'user',
    operationId: 'updateProfile',
    summary: 'Updates name, phone and default address. The email address does not change.',
    bodyLimit: BODY_LIMIT,
    rateLimit: ACCOUNT_LIMITS.profileChanges,
    body: ProfileBodySchema,
    answer: UpdateProfileAnswerSchema,
    handle: (deps, { actor, body }) => updateProfile(deps, actor, body),
  }),
];

const SAVED_ADDRESS_ROUTES = [
  route({
    method: 'GET',
    path: API.savedAddresses,
    access: 'user',
    operationId: 'listSavedAddresses',
    summary: 'Lists the saved addresses.',
    answer: SavedAddressesAnswerSchema,
    handle: async (deps, { actor }) => ({ addresses: await listSavedAddresses(deps, actor) }),
  }),
  route({
    method: 'POST',
    path: API.savedAddresses,
    access: 'user',
    operationId: 'createSavedAddress',
    summary: 'Saves an address.',
    bodyLimit: BODY_LIMIT,
    body: SavedAddressBodySchema,
    answer: SavedAddressAnswerSchema,
    status: 201,
    handle: async (deps, { actor, body }) => ({ address: await saveAddress(deps, actor, body) }),
  }),
  route({
    method: 'PUT',
    path: API.savedAddress,
    access: 'user',
    operationId: 'updateSavedAddress',
    summary: 'Updates a saved address.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: SavedAddressBodySchema,
    answer: SavedAddressAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      address: await changeSavedAddress(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.savedAddress,
    access: 'user',
    operationId: 'deleteSavedAddress',
    summary: 'Deletes a saved address.',
    params: IdSchema,
    answer: DeletedSchema,
    handle: async (deps, { actor, params }) => {
      await removeSavedAddress(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];

const SAVED_PARCEL_ROUTES = [
  route({
    method: 'GET',
    path: API.savedParcels,
    access: 'user',
    operationId: 'listSavedParcels',
    summary: 'Lists the saved packages.',
    answer: SavedParcelsAnswerSchema,
    handle: async (deps, { actor }) => ({ parcels: await listSavedParcels(deps, actor) }),
  }),
  route({
    method: 'POST',
    path: API.savedParcels,
    access: 'user',
    operationId: 'createSavedParcel',
    summary: 'Saves a package.',
    bodyLimit: BODY_LIMIT,
    body: SavedParcelBodySchema,
    answer: SavedParcelAnswerSchema,
    status: 201,
    handle: async (deps, { actor, body }) => ({ parcel: await saveParcel(deps, actor, body) }),
  }),
  route({
    method: 'PUT',
    path: API.savedParcel,
    access: 'user',
    operationId: 'updateSavedParcel',
    summary: 'Updates a saved package.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: SavedParcelBodySchema,
    answer: SavedParcelAnswerSchema,
    handle: async (deps, { actor, params, body }) => ({
      parcel: await changeSavedParcel(deps, actor, params.id, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: API.savedParcel,
    access: 'user',
    operationId: 'deleteSavedParcel',
    summary: 'Deletes a saved package.',
    params: IdSchema,
    answer: DeletedSchema,
    handle: async (deps, { actor, params }) => {
      await removeSavedParcel(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];

export const CLIENT_ROUTES = [...PROFILE_ROUTES, ...SAVED_ADDRESS_ROUTES, ...SAVED_PARCEL_ROUTES];
