import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser for the journeys: the one that was named, one of the system, or Debian's, installed when we may. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isRunnable(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`);
  }
  return onPath() ?? installFromDebian() ?? refuse();
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

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable);
}

function installFromDebian(): string | undefined {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!mayInstall) return undefined;
  console.log('Chromium is not installed; installing it from Debian …');
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  } catch {
    return undefined;
  }
  return onPath();
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
