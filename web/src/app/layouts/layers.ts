import { lazy } from 'react';

/** Dialogs and drawers: a third of the shell's code, and not needed to render the page. */
const loadMenu = () => import('./account-menu-popup.tsx');
const loadDrawer = () => import('../../ui/drawer.tsx');
const loadHelp = () => import('./help-dialogs.tsx');

export const AccountMenuPopup = lazy(async () => ({ default: (await loadMenu()).AccountMenuPopup }));
export const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));
export const HelpDialogs = lazy(async () => ({ default: (await loadHelp()).HelpDialogs }));

/** A failed preload is reported only when the layer is opened. */
export function preloadLayers() {
  for (const load of [loadMenu, loadDrawer, loadHelp]) load().catch(() => {});
}
