import { isIP } from 'node:net';

const LOCAL = ['127.0.0.1', '0.0.0.0', '::'];

/** The address that a process listens on, for links when PUBLIC_URL is not set. */
export const ownAddress = ({ host, tls }: { host: string; tls: object | null }, port: number): string =>
  `${tls === null ? 'http' : 'https'}://${LOCAL.includes(host) ? 'localhost' : inUrl(host)}:${port}`;

const inUrl = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);
