import { PRODUCT_NAME } from '@lading/contract/constants.ts';
import { useEffect, useRef } from 'react';

const pageTitle = (title: string | undefined) =>
  title === undefined ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

const heading = () => document.querySelector<HTMLElement>('h1');

/**
 * Sets the document title and, on navigation, focuses the page's heading. Does not move the focus on the first
 * page, so that the skip link stays first in the tab order.
 */
export function usePageTitle(title: string | undefined, pathname: string) {
  const pageWasShown = useRef(false);
  const shownPath = useRef(pathname);
  // While a new path is rendered, the document still shows the page before. Its heading may have appeared without a
  // commit of this component.
  if (shownPath.current !== pathname) pageWasShown.current ||= heading() !== null;

  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);

  // Runs after every commit, because a heading can appear without a new path once the session is confirmed.
  useEffect(() => {
    const target = heading();
    if (shownPath.current !== pathname && target !== null) {
      shownPath.current = pathname;
      if (pageWasShown.current) {
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }
    }
    pageWasShown.current ||= target !== null;
  });
}
