import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The secret of a link in an email, from the query or, in `strict`, the fragment. */
const tokenIn = ({ search, hash }: { search: string; hash: string }): string | null =>
  new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token');

/**
 * Reads the secret of a link once and removes it from the address: it gives access to an account, so it must not
 * stay in the address bar or the history.
 */
export function useLinkToken(page: string): string | null {
  const location = useLocation();
  const [token] = useState(() => tokenIn(location));
  useLayoutEffect(() => {
    if (window.location.search !== '' || window.location.hash !== '')
      window.history.replaceState(window.history.state, '', page);
  }, [page]);
  return token;
}
