import { callOut } from '../../../platform/outgoing/http-call.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const WITHIN_MS = 10_000;

export interface LabelSource {
  baseUrl: string;
  /** Hosts that we may fetch labels from, with a port unless it is the default one. */
  labelHosts: readonly string[];
}

type FetchedLabel = { outcome: 'fetched'; bytes: Uint8Array } | { outcome: 'unusable'; why: string };

/**
 * Downloads a label. A failed download throws, because a fresh link may work. A link to another host or a
 * file that is not a PDF is rejected for good.
 */
export async function fetchLabel(source: LabelSource, link: string): Promise<FetchedLabel> {
  const url = URL.parse(link);
  if (!url || !isAllowed(source, url)) return { outcome: 'unusable', why: 'its link has an unknown host' };
  const { status, body } = await callOut({ method: 'GET', url, withinMs: WITHIN_MS, mostBytes: MAX_BYTES });
  if (status !== 200) throw new Error(`Downloading a label from ${url.host} failed with status ${status}`);
  if (!body.subarray(0, 5).equals(PDF)) return { outcome: 'unusable', why: 'its file is not a PDF' };
  return { outcome: 'fetched', bytes: body };
}

const PDF = Buffer.from('%PDF-');

/** Plain http only when Shippo itself is a local test double. */
const isAllowed = ({ baseUrl, labelHosts }: LabelSource, { protocol, host, username, password }: URL) =>
  (protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'))) &&
  username === '' &&
  password === '' &&
  labelHosts.includes(host);
