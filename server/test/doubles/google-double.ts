import { type DoubleAnswer, type DoubleOptions, type DoubleRequest, DoubleServer } from './double-server.ts';

export const GOOGLE_KEY = 'google-double-key';

type Component = [types: string[], longText: string, shortText?: string];

interface DoublePlace {
  id: string;
  main: string;
  secondary: string;
  components: Component[];
}

const UNITED_STATES: Component = [['country', 'political'], 'United States', 'US'];
const TEXAS: Component = [['administrative_area_level_1', 'political'], 'Texas', 'TX'];

export const CONGRESS: DoublePlace = {
  id: 'ChIJ-congress_500',
  main: '500 Congress Avenue',
  secondary: 'Austin, TX, USA',
  components: [
    [['street_number'], '500'],
    [['route'], 'Congress Avenue', 'Congress Ave'],
    [['neighborhood', 'political'], 'Downtown Austin'],
    [['locality', 'political'], 'Austin'],
    [['administrative_area_level_2', 'political'], 'Travis County'],
    TEXAS,
    UNITED_STATES,
    [['postal_code'], '78701'],
    [['postal_code_suffix'], '3507'],
  ],
};
const DANA: DoublePlace = {
  id: 'ChIJ-dana',
  main: 'Dana Street',
  secondary: 'Berkeley, CA, USA',
  components: [[['route'], 'Dana Street'], [['locality', 'political'], 'Berkeley'], UNITED_STATES],
};
const PLACES = [CONGRESS, DANA];

/** Google Places (New) with a few places: it requires key and field mask, and records the billed sessions. */
export async function startGoogleDouble(options: DoubleOptions = {}): Promise<DoubleServer> {
  const server = new DoubleServer(options, async (request) => answer(server, request));
  await server.listen();
  return server;
}

function answer(server: DoubleServer, request: DoubleRequest): DoubleAnswer {
  const { method, path, headers, query } = request;
  if (headers['x-goog-api-key'] !== GOOGLE_KEY) return problem(403, 'PERMISSION_DENIED');
  const mask = headers['x-goog-fieldmask'];
  if (typeof mask !== 'string' || mask === '') return problem(400, 'INVALID_ARGUMENT');
  if (method === 'POST' && path === '/v1/places:autocomplete') {
    const { input, sessionToken, ...rest } = JSON.parse(request.body.toString());
    server.note('autocomplete', { input, session: sessionToken, mask, ...rest });
    const wanted = String(input).toLowerCase();
    const found = PLACES.filter(({ main }) => main.toLowerCase().startsWith(wanted)).map(prediction);
    // Google omits empty fields, even lists.
    return { status: 200, body: found.length > 0 ? { suggestions: found } : {} };
  }
  const id = /^\/v1\/places\/([^/]+)$/.exec(path)?.[1];
  if (method !== 'GET' || id === undefined) return problem(404, 'NOT_FOUND');
  server.note('details', { id, session: query.get('sessionToken'), mask });
  const place = PLACES.find((known) => known.id === decodeURIComponent(id));
  if (!place) return problem(400, 'INVALID_ARGUMENT');
  return { status: 200, body: { addressComponents: place.components.map(component) } };
}

const prediction = ({ id, main, secondary }: DoublePlace) => ({
  placePrediction: {
    placeId: id,
    text: { text: `${main}, ${secondary}` },
    structuredFormat: { mainText: { text: main }, secondaryText: { text: secondary } },
  },
});

const component = ([types, longText, shortText = longText]: Component) => ({
  longText,
  shortText,
  types,
  languageCode: 'en',
});

const problem = (status: number, reason: string): DoubleAnswer => ({
  status,
  body: { error: { code: status, message: reason, status: reason } },
});
