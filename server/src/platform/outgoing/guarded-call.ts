import { lookup } from 'node:dns/promises';
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { type HttpAnswer, type HttpCall, readUpTo } from './http-call.ts';
import { NotSentError } from './not-sent.ts';
import { isPublicAddress } from './public-address.ts';
import { createResolver } from './resolve-host.ts';
import { within } from './within.ts';

/** Like `callOut`, for hosts that users enter (decision 0044). */
export type GuardedCall = (call: HttpCall) => Promise<HttpAnswer>;

export interface OutgoingGuard {
  /**
   * Hosts, with a port unless it is the default one, that the operator allows although they are private or
   * without TLS.
   */
  allowedHosts: readonly string[];
  /** Our own hosts. A call to them would come from inside. */
  ownHosts?: readonly string[];
  /** All addresses of a host name. By default, only hosts that the operator allows are resolved by the system. */
  resolve?: (host: string) => Promise<readonly string[]>;
}

type BlockedReason =
  | 'not_https'
  | 'credentials_in_url'
  | 'ip_address'
  | 'port'
  | 'own_host'
  | 'private_address';

/** The address is not one that users may make us call. Nothing was sent. */
export class AddressBlockedError extends NotSentError {
  readonly code = 'address_blocked';
  readonly reason: BlockedReason;
  constructor(host: string, reason: BlockedReason) {
    super(`${host} must not be called (${reason})`);
    this.reason = reason;
  }
}

/** No host has this name, which is most likely a spelling mistake. */
export const isUnknownHost = (error: unknown): boolean =>
  error instanceof NotSentError &&
  ['ENOTFOUND', 'ENODATA'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

const PORTS = ['', '443', '8443'];
/** Long enough for one call after the other. Stores close idle connections after five seconds or more. */
const MAX_IDLE_MS = 1_000;
const MAX_IDLE_PER_HOST = 4;
/** Also knows the hosts file and the names of containers. */
const resolveBySystem = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Calls only public hosts over https, or hosts that the operator allows. The name is resolved once, every
 * address is checked, and the connection uses one of the checked addresses, so that a name that changes its
 * address in between does not get around the check. The next call may use the connection, but it is checked like
 * the first. Redirects are not followed, and proxies from the environment are not used.
 */
export function createGuardedCall({
  allowedHosts,
  ownHosts = [],
  resolve: resolveAll,
}: OutgoingGuard): GuardedCall {
  const resolveByDns = createResolver();
  const allowed = new Set(allowedHosts.map((host) => host.trim().toLowerCase()));
  const own = new Set(ownHosts.map((host) => host.toLowerCase()));
  const agents = createAgents();
  return async (call) => {
    const { url, withinMs } = call;
    const isAllowed = allowed.has(url.host);
    const reason = isAllowed ? null : blockedReasonOf(url, own);
    if (reason !== null) throw new AddressBlockedError(url.host, reason);
    const end = performance.now() + withinMs;
    const resolve = resolveAll ?? (isAllowed ? resolveBySystem : resolveByDns);
    const addresses = await addressesOf(url, withinMs, resolve);
    if (!isAllowed && !addresses.every(isPublicAddress))
      throw new AddressBlockedError(url.host, 'private_address');
    return send(agents, call, addresses, Math.max(1, Math.ceil(end - performance.now())));
  };
}

interface Agents {
  plain: PlainAgent;
  tls: TlsAgent;
}

/** Agents of our own, because the default ones may use a proxy from the environment. */
function createAgents(): Agents {
  const options = { keepAlive: true, timeout: MAX_IDLE_MS, maxFreeSockets: MAX_IDLE_PER_HOST };
  return { plain: new PlainAgent(options), tls: new TlsAgent(options) };
}

/**
 * Why users may not enter this address; null if they may. Does not resolve its name.
 */
function blockedReasonOf(url: URL, ownHosts: ReadonlySet<string>): BlockedReason | null {
  if (url.protocol !== 'https:') return 'not_https';
  if (url.username !== '' || url.password !== '') return 'credentials_in_url';
  // `URL` has rewritten decimal, octal, hexadecimal and short forms to four numbers.
  if (isIP(bareHost(url)) !== 0) return 'ip_address';
  if (!PORTS.includes(url.port)) return 'port';
  return ownHosts.has(url.hostname.replace(/\.$/, '')) ? 'own_host' : null;
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

async function addressesOf(
  url: URL,
  withinMs: number,
  resolve: NonNullable<OutgoingGuard['resolve']>,
): Promise<readonly string[]> {
  const host = bareHost(url);
  if (isIP(host) !== 0) return [host];
  try {
    const addresses = await within(withinMs, resolve(host));
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new NotSentError(`${url.host} cannot be resolved (${code ?? 'timeout'})`, { cause });
  }
  throw new NotSentError(`${url.host} cannot be resolved (ENODATA)`);
}

async function send(
  agents: Agents,
  { method, url, headers, body, mostBytes }: HttpCall,
  addresses: readonly string[],
  withinMs: number,
): Promise<HttpAnswer> {
  const isTls = url.protocol === 'https:';
  const request = (isTls ? tlsRequest : plainRequest)(url, {
    method,
    agent: isTls ? agents.tls : agents.plain,
    // A URL with user:password is allowed for hosts of the operator, but its credentials are not sent.
    auth: undefined,
    headers: { 'accept-encoding': 'identity', ...headers },
    lookup: pinnedTo(addresses),
    signal: AbortSignal.timeout(withinMs),
  });
  // The request is written only to an open connection, under TLS only after the handshake.
  let isConnected = false;
  request.on('socket', (socket) => {
    if (request.reusedSocket) isConnected = true;
    else
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
  });
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request.once('response', done).on('error', fail);
      request.end(body);
    });
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: await readPlain(response, mostBytes),
    };
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    if (!isConnected) throw new NotSentError(`${url.host} cannot be reached (${code})`, { cause });
    throw new Error(`${url.host} did not answer as expected`, { cause });
  } finally {
    // Closes the connection, unless the answer was read to its end.
    request.destroy();
  }
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first = { address: '', family: 4 }] = known;
    if (options.all) callback(null, known);
    else callback(null, first.address, first.family);
  };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

function readPlain(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Error(`the answer has the encoding ${encoding}`);
  return readUpTo(response, mostBytes);
}
