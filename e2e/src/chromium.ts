import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { firstOnPath, INSTALL_WITHIN_MS, installFromDebian, isRunnable } from './programs-on-path.ts';

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
/** macOS applications are not on the PATH. */
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Paths of programs. */
export interface Browsers {
  /** The full Chromium, which shows PDFs. */
  whole: string;
  /** The headless shell. Opening a window takes 0.4 s of CPU, and each page of a test has its own. */
  windowless: string;
}

/**
 * The browser of the e2e tests: CHROMIUM_PATH, one that is installed, Debian's (installed as root), or Playwright's own
 * (installed into the user's cache). Without a headless shell the full browser serves both purposes.
 */
export function findBrowsers(): Browsers {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isRunnable(named)) return { whole: named, windowless: named };
    throw new Error(`CHROMIUM_PATH names ${named}, which is not an executable program.`);
  }
  const system = installed(WITH_WINDOWS) ?? installFromDebian('chromium', WITH_WINDOWS);
  if (system) {
    const shell = installed(HEADLESS) ?? installFromDebian('chromium-headless-shell', HEADLESS);
    return { whole: system, windowless: shell ?? system };
  }
  const own = chromium.executablePath();
  if (!isRunnable(own)) installWithPlaywright();
  if (!isRunnable(own)) throw new Error(NO_CHROMIUM);
  return { whole: own, windowless: own };
}

const NO_CHROMIUM =
  'The browser tests need Chromium: install it (Debian: "apt-get install chromium"; anywhere: "npx playwright install chromium"), or set CHROMIUM_PATH to a Chromium or Chrome.';

/** Chromium loads two hidden pages of address bar suggestions per context. Without them a context opens in half the time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The features that Playwright disables, repeated because Chromium uses only the last such switch. */
const OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: CHROMIUM_ARGS });

const installed = (names: readonly string[]) =>
  firstOnPath(names) ??
  (names === WITH_WINDOWS && process.platform === 'darwin' ? MAC_APPLICATIONS.find(isRunnable) : undefined);

/** Needs no root: the browser goes to the user's cache. */
function installWithPlaywright(): void {
  console.log('Installing Chromium with Playwright …');
  const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const installer = join(dirname(packageFile), 'cli.js');
  spawnSync(process.execPath, [installer, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_WITHIN_MS,
  });
}
