import { lazy } from 'react';

/** What opens above a page: a third of the shell's weight, and nothing of it is needed to draw the page. */
const loadMenu = () => import('./account-menu-popup.tsx');
const loadDrawer = () => import('../../ui/drawer.tsx');
const loadHelp = () => import('./help-dialogs.tsx');

export const AccountMenuPopup = lazy(async () => ({ default: (await loadMenu()).AccountMenuPopup }));
export const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));
export const HelpDialogs = lazy(async () => ({ default: (await loadHelp()).HelpDialogs }));

/** A failure shows when the layer is asked for, not before. */
export function preloadLayers() {
  for (const load of [loadMenu, loadDrawer, loadHelp]) load().catch(() => {});
}
