import { ValidateAddressAnswerSchema, ValidateAddressBodySchema } from '@lading/contract/addresses.ts';
import {
  PlaceAnswerSchema,
  PlaceQuerySchema,
  PlacesAnswerSchema,
  PlacesQuerySchema,
  ZipAnswerSchema,
  ZipParamsSchema,
  ZipQuerySchema,
} from '@lading/contract/places.ts';
import { API } from '@lading/contract/routes.ts';
import { ACCOUNT_LIMITS } from '../../platform/http/rate-limits.ts';
import { routesOf } from '../../platform/http/route.ts';
import { lookUpPlace } from './look-up-place.ts';
import { lookUpZip } from './look-up-zip.ts';
import { type PlacesDeps, suggestPlaces } from './suggest-places.ts';
import { type AddressDeps, validateAddress } from './validate-address.ts';

const BODY_LIMIT = 16 * 1024;

const route = routesOf<AddressDeps & PlacesDeps>('Addresses');

export const ADDRESS_ROUTES = [
  route({
    method: 'POST',
    path: API.validateAddress,
    access: 'user',
    apiKey: 'labels',
    operationId: 'validateAddress',
    summary: 'Validates an address and suggests its standard form.',
    rateLimit: [ACCOUNT_LIMITS.validations, ACCOUNT_LIMITS.validationsPerDay, ACCOUNT_LIMITS.labelProvider],
    bodyLimit: BODY_LIMIT,
    body: ValidateAddressBodySchema,
    answer: ValidateAddressAnswerSchema,
    handle: (deps, { body }) => validateAddress(deps, body),
  }),
  route({
    method: 'GET',
    path: API.places,
    access: 'user',
    apiKey: 'labels',
    operationId: 'suggestPlaces',
    summary: "Suggests the client's own addresses, cities, ZIP codes and streets while an address is typed.",
    rateLimit: [ACCOUNT_LIMITS.places, ACCOUNT_LIMITS.placesPerDay],
    query: PlacesQuerySchema,
    answer: PlacesAnswerSchema,
    handle: (deps, { actor, query }) => suggestPlaces(deps, actor, query),
  }),
  route({
    method: 'GET',
    path: API.place,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getPlace',
    summary: 'Returns the full address of a suggested place.',
    rateLimit: [ACCOUNT_LIMITS.places, ACCOUNT_LIMITS.placesPerDay],
    query: PlaceQuerySchema,
    answer: PlaceAnswerSchema,
    handle: (deps, { query }) => lookUpPlace(deps, query),
  }),
  route({
    method: 'GET',
    path: `${API.zip}/:zip`,
    access: 'user',
    apiKey: 'labels',
    operationId: 'lookUpZip',
    summary: 'Returns the city and state of a ZIP code.',
    params: ZipParamsSchema,
    query: ZipQuerySchema,
    answer: ZipAnswerSchema,
    handle: (deps, { params, query }) => lookUpZip(deps, { ...params, ...query }),
  }),
];
