import { globSync } from 'node:fs';
import { firstOnPath, installFromDebian } from '../programs-on-path.ts';
import { openFirefox } from './firefox.ts';
import type { DriverSession } from './session.ts';
import { openWebKit } from './webkit.ts';

const find = (packageName: string, names: readonly string[]) =>
  firstOnPath(names) ?? installFromDebian(packageName, names);

function need(program: string | undefined, advice: string): string {
  if (program !== undefined) return program;
  throw new Error(advice);
}

const FIREFOX_NEEDED =
  'The cross-browser tests need Firefox: install it (Debian: "apt-get install firefox-esr").';
const WEBKIT_NEEDED =
  'The cross-browser tests need WebKit: install it (Debian: "apt-get install webkit2gtk-driver xvfb").';

const hasDisplay = () =>
  Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY || process.env.BROADWAY_DISPLAY);

export const BROWSERS = {
  Firefox: () => openFirefox(need(find('firefox-esr', ['firefox-esr', 'firefox']), FIREFOX_NEEDED)),
  WebKit: () =>
    openWebKit({
      driver: need(find('webkit2gtk-driver', ['WebKitWebDriver']), WEBKIT_NEEDED),
      browser: need(globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0], WEBKIT_NEEDED),
      xvfb: hasDisplay() ? null : need(find('xvfb', ['Xvfb']), WEBKIT_NEEDED),
    }),
} satisfies Record<string, () => Promise<DriverSession>>;
