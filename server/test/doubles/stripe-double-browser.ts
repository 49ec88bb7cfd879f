import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DoubleAnswer, DoubleRequest } from './double-server.ts';

const HTML = 'text/html; charset=utf-8';

/** The files for the browser: the script, the payment form and the page of a bank. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/v3/': ['stripe-js-stand-in.js', 'text/javascript; charset=utf-8'],
  '/element': ['stripe-element-stand-in.html', HTML],
  '/authenticate': ['stripe-bank-stand-in.html', HTML],
};

export function browserFile({ method, path }: DoubleRequest): DoubleAnswer | null {
  const [file, type] = (method === 'GET' && FILES[path]) || [];
  if (file === undefined || type === undefined) return null;
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
    body: readFileSync(join(import.meta.dirname, file)),
  };
}
