/** How the mail server is reached. */
interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** STARTTLS before anything is told, or nothing is sent. */
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * `smtps://user:password@host` speaks TLS from the start, `smtp://…` asks for it with STARTTLS and goes no further without it. In clear
 * it speaks only to this machine, or where `?tls=off` says so.
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
