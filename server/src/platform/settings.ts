import * as z from 'zod/mini';

/** Types of settings, each with its error message. */

export const text = z.optional(z.string());

export const wholeNumber = (name: string, most: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => /^\d{1,9}$/.test(value) && Number(value) <= most,
          `${name} must be a number from 0 to ${most}.`,
        ),
      ),
    z.transform(Number),
  );

export const onOff = (name: string, fallback: 'on' | 'off') => choice(name, ['on', 'off'], fallback);

export const choice = <const Choices extends [string, string]>(
  name: string,
  choices: Choices,
  fallback: Choices[number],
) =>
  z._default(
    z.enum(choices, `${name} must be ${choices.map((word) => `"${word}"`).join(' or ')}.`),
    fallback,
  );

const isHttp = (value: string) => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hash === '';
};

const webText = (name: string) =>
  z.string().check(z.refine(isHttp, `${name} must be an address such as https://labels.example.com.`));

/** Our own URL, without a trailing slash. */
export const webAddress = (name: string) =>
  z.optional(webText(name).check(z.overwrite((value) => value.replace(/\/+$/, ''))));

/** The URL of another system, unchanged. */
export const httpAddress = (name: string, fallback: string) => z._default(webText(name), fallback);

const hostsIn = (value: string) =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');

/** Hosts with an optional port, separated by commas; as `URL.host` writes them. */
export const hostList = (name: string) =>
  z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (value) => hostsIn(value).every((host) => /^([a-z\d.-]+|\[[a-f\d:]+\])(:\d{1,5})?$/.test(host)),
            `${name} must be a list of hosts such as store.internal:8080,10.0.0.7.`,
          ),
        ),
      '',
    ),
    z.transform(hostsIn),
  );

/** A PostgreSQL URL with one host, which the driver can parse. */
export const databaseAddress = (name: string) =>
  z.optional(
    z.string().check(
      z.regex(/^postgres(ql)?:\/\//, {
        error: `${name} must start with postgres:// or postgresql://.`,
        abort: true,
      }),
      z.refine((value) => !/^[^/]+\/\/[^/?#]*,/.test(value.replace(/^([^/]+\/\/)[^/?#]*@/, '$1')), {
        error: `${name} must name one host; put a proxy or a virtual address in front of several.`,
        abort: true,
      }),
      z.refine(
        isDatabaseAddress,
        `${name} must be an address such as postgresql://user:password@host:5432/database; percent-encode special characters.`,
      ),
    ),
  );

function isDatabaseAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^(\/[^/]*)?$/.test(url.pathname)) return false;
  try {
    decodeURIComponent(`${url.username}${url.password}${url.hostname}${url.pathname}`);
    return true;
  } catch {
    return false;
  }
}

/** Passwords and data of clients would cross the network unencrypted. */
export const isClearText = (databaseUrl: string | undefined): boolean => transportTo(databaseUrl) === 'clear';

/** How data reaches the database, as the driver reads the URL. `unverified`: encrypted, but the server's certificate is not checked. */
export function transportTo(
  databaseUrl: string | undefined,
): 'same-machine' | 'clear' | 'unverified' | 'verified' {
  const url = URL.parse(databaseUrl ?? '');
  if (url === null) return 'same-machine';
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  if (host === '' || host.startsWith('/') || /^(localhost|127\..*|\[?::1\]?)$/.test(host))
    return 'same-machine';
  const ssl = url.searchParams.get('ssl');
  const mode = url.searchParams.get('sslmode') ?? (ssl === 'no-verify' ? ssl : ssl ? 'require' : 'disable');
  if (mode === 'disable' || mode === 'allow' || mode === 'prefer') return 'clear';
  const followsLibpq = url.searchParams.get('uselibpqcompat') === 'true';
  const isUnverified = mode === 'no-verify' || (followsLibpq && mode === 'require');
  return isUnverified ? 'unverified' : 'verified';
}
