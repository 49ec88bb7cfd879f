import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newHome, type Program, removeHome, startProgram } from './programs.ts';
import { DriverError, type DriverSession, type ElementRef } from './session.ts';

interface WebKitPrograms {
  driver: string;
  browser: string;
  /** Null where a display already exists. */
  xvfb: string | null;
}

/** The driver's own "clear" changes the field without notifying React. */
const SELECT_ALL = 'arguments[0].focus(); arguments[0].select(); return null;';
/** The driver scrolls only as far as the edge, where fixed bars can cover the element. */
const SCROLL_INTO_VIEW =
  'arguments[0].scrollIntoView({ block: "center", behavior: "instant" }); return null;';
/** The key that the WebDriver standard gives to element references. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

const caller =
  (baseUrl: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: never };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new DriverError(`${error}: ${message}`);
  };

/** WebKit's driver prints nothing when it is ready, so its port is chosen here. */
function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

async function waitForDriver(send: Send): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answered = await send('GET', '/status').then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(100);
  }
  throw new DriverError('WebKitWebDriver did not respond.');
}

/** WebKit has no headless mode, so it needs a virtual display. */
async function startDisplay(
  xvfb: string | null,
): Promise<{ env: NodeJS.ProcessEnv; display: Program | null }> {
  if (xvfb === null) return { env: {}, display: null };
  const args = ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  const display = await startProgram(xvfb, args, {}, /^(\d+)\n/);
  return { env: { DISPLAY: `:${display.ready?.[1]}` }, display };
}

const pathOf = ({ ref }: ElementRef) => `/element/${ref}`;

/** WebKitGTK's driver speaks the classic WebDriver protocol. */
export async function openWebKit({ driver, browser, xvfb }: WebKitPrograms): Promise<DriverSession> {
  const home = newHome();
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${home}"\n`);
  const port = await freePort();
  const { env, display } = await startDisplay(xvfb);
  const settings = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    // Containers have no GPU and may not create namespaces.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    ...env,
  };
  const running = await startProgram(driver, [`--port=${port}`], settings, null);
  const root = caller(`http://127.0.0.1:${port}`);
  await waitForDriver(root);
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await root<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const send = caller(`http://127.0.0.1:${port}/session/${sessionId}`);
  await send('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
  const run = <T>(script: string, args: readonly unknown[] = []) =>
    send<T>('POST', '/execute/sync', { script, args });

  return {
    home,
    navigate: async (url) => {
      await send('POST', '/url', { url });
    },
    evaluate: run<string>,
    find: async (body, args) => {
      const found = await run<Record<string, string> | null>(body, args);
      const ref = found?.[ELEMENT_KEY];
      return ref === undefined ? null : { ref };
    },
    click: async (element) => {
      await run(SCROLL_INTO_VIEW, [{ [ELEMENT_KEY]: element.ref }]);
      await send('POST', `${pathOf(element)}/click`, {});
    },
    type: async (element, text) => {
      await run(SELECT_ALL, [{ [ELEMENT_KEY]: element.ref }]);
      await send('POST', `${pathOf(element)}/value`, { text });
    },
    setFile: async (element, path) => {
      await send('POST', `${pathOf(element)}/value`, { text: path });
    },
    close: async () => {
      await send('DELETE', '').catch(() => {});
      await running.stop();
      await display?.stop();
      removeHome(home);
    },
  };
}
