import type { UIMatch } from 'react-router';

/** The title that the innermost matching route carries as its handle. */
export function currentTitle(matches: readonly UIMatch[]): string | undefined {
  const handle = matches.at(-1)?.handle;
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : undefined;
}
