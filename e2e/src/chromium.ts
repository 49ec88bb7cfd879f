import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const WINDOWLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
/** Each step. Without a network Debian's program would try for long. */
const INSTALL_WITHIN_MS = 180_000;

/** Paths of programs. */
export interface Browsers {
  /** Chromium as people have it, which shows PDFs. */
  whole: string;
  /** The same without windows. Opening one takes 0.4 s of the processor, and each page of a test has its own. */
  windowless: string;
}

/**
 * The browser for the journeys: the one that was named, one of the system, or Debian's, installed when we may. Where there is none
 * without windows, the whole one serves for all.
 */
export function findBrowsers(): Browsers {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isRunnable(named)) return { whole: named, windowless: named };
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`);
  }
  const whole = onPath(WHOLE) ?? installFromDebian('chromium', WHOLE) ?? refuse();
  const windowless = onPath(WINDOWLESS) ?? installFromDebian('chromium-headless-shell', WINDOWLESS) ?? whole;
  return { whole, windowless };
}

/**
 * For every context Chromium loads the suggestions of its address bar, two pages of its own that nobody sees here; without them
 * a context opens in half the time.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright turns off, named again because the last such switch counts alone. */
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

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
    ],
  });

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable);
}

function installFromDebian(parcel: string, names: readonly string[]): string | undefined {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!mayInstall) return undefined;
  console.log(`Installing ${parcel} from Debian …`);
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_WITHIN_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', parcel], options);
  } catch {
    return undefined;
  }
  return onPath(names);
}

function refuse(): never {
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: "apt-get install chromium"), or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
