import type { BrowserContext } from 'playwright-core';

/** Problems that must not happen in any test. A test that provokes one allows it with `allow`. */
export interface Watch {
  readonly problems: readonly string[];
  /** Each pattern must match at least one problem, so that outdated patterns are found. */
  allow: (...patterns: RegExp[]) => void;
  /** Problems that were not allowed, and allowed patterns that never matched. */
  unexpected: () => string[];
}

export async function watchContext(context: BrowserContext, baseUrl: string): Promise<Watch> {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const host = new URL(baseUrl).host;

  context.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      problems.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack ?? error.error()}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:', 'about:'].includes(url.protocol) && url.host !== host)
      problems.push(`foreign host: ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`response ${response.status()}: ${response.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Content Security Policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });

  return {
    problems,
    allow: (...patterns) => allowed.push(...patterns),
    unexpected: () => [
      ...problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
      ...allowed
        .filter((pattern) => !problems.some((problem) => pattern.test(problem)))
        .map((pattern) => `allowed but never happened: ${pattern}`),
    ],
  };
}
