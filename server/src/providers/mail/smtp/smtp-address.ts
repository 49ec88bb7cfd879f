interface SmtpServer {
  host: string;
  port: number;
  secure: boolean;
  /** Send nothing without STARTTLS. */
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * `smtps://` uses TLS from the start; `smtp://` requires STARTTLS. Plain text is allowed only to this machine
 * or with `?tls=off`.
 */
export function readSmtpAddress(address: string): SmtpServer {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smtps:';
  const clear = !secure && (LOOPBACK.has(host) || url.searchParams.get('tls') === 'off');
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !clear,
    ignoreTLS: clear,
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}
