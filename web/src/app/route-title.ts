import type { UIMatch } from 'react-router';

/** The title of the innermost matching route. */
export function currentTitle(matches: readonly UIMatch[]): string | undefined {
  const handle = matches.at(-1)?.handle;
  return typeof handle === 'object' &&
    handle !== null &&
    'title' in handle &&
    typeof handle.title === 'string'
    ? handle.title
    : undefined;
}
