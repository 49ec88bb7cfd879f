import { callOut } from '../../../platform/outgoing/http-call.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const WITHIN_MS = 10_000;

export interface LabelSource {
  baseUrl: string;
  /** Hosts, with their port if it is not the usual one, from which labels are fetched. */
  labelHosts: readonly string[];
}

type FetchedLabel = { outcome: 'fetched'; bytes: Uint8Array } | { outcome: 'unusable'; why: string };

/**
 * Fetches a label from where Shippo keeps it. Links expire and storage has bad days: then it throws, and a fresh link may be asked for. A link
 * to anywhere else and a file that is no PDF will never do.
 */
export async function fetchLabel(source: LabelSource, link: string): Promise<FetchedLabel> {
  const url = URL.parse(link);
  if (!url || !isAllowed(source, url))
    return { outcome: 'unusable', why: 'its link leads to a host that is not known' };
  const { status, body } = await callOut({ method: 'GET', url, withinMs: WITHIN_MS, mostBytes: MAX_BYTES });
  if (status !== 200) throw new Error(`a label could not be fetched from ${url.host}: status ${status}`);
  if (!body.subarray(0, 5).equals(PDF)) return { outcome: 'unusable', why: 'its file is not a PDF' };
  return { outcome: 'fetched', bytes: body };
}

const PDF = Buffer.from('%PDF-');

/** Unencrypted only where Shippo itself is a stand-in on this machine. */
const isAllowed = ({ baseUrl, labelHosts }: LabelSource, { protocol, host, username, password }: URL) =>
  (protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'))) &&
  username === '' &&
  password === '' &&
  labelHosts.includes(host);
