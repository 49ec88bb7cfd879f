import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newHome, removeHome, startProgram } from './programs.ts';
import { DriverError, type DriverSession, type ElementRef } from './session.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.download.alwaysOpenPanel': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'pdfjs.disabled': true,
};

const preferencesOf = (home: string) =>
  Object.entries({ ...PREFERENCES, 'browser.download.dir': home })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');

interface Reply {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
}

type Send = <T>(method: string, params: object) => Promise<T>;

/** Matches each reply with its command. */
async function connect(url: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(url);
  await new Promise<void>((done, fail) => {
    socket.onopen = () => done();
    socket.onerror = () => fail(new DriverError(`Firefox refused the connection to ${url}.`));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    const command = waiting.get(reply.id ?? -1);
    if (!command) return;
    waiting.delete(reply.id ?? -1);
    if (reply.type === 'success') command.resolve(reply.result);
    else command.reject(new DriverError(`${reply.error}: ${reply.message}`));
  };
  socket.onclose = () => {
    for (const command of waiting.values()) command.reject(new DriverError('Firefox closed the connection.'));
  };
  const send: Send = <T>(method: string, params: object) => {
    const command = Promise.withResolvers<unknown>();
    lastId += 1;
    waiting.set(lastId, command);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return command.promise as Promise<T>;
  };
  return { send, close: () => socket.close() };
}

interface ScriptAnswer {
  type: 'success' | 'exception';
  result?: { type: string; value?: unknown; sharedId?: string };
  exceptionDetails?: { text: string };
}

const nodeOf = ({ ref }: ElementRef) => ({ sharedId: ref });

/** Selected first, so that the keys replace the old text. */
const FOCUS = 'arguments[0].focus(); arguments[0].select(); return null;';
const SCROLL = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" }); return null;';

/** Firefox speaks WebDriver BiDi itself, without a separate driver program. */
export async function openFirefox(program: string): Promise<DriverSession> {
  const home = newHome();
  writeFileSync(join(home, 'user.js'), preferencesOf(home));
  const args = ['--headless', '--no-remote', '--width=1440', '--height=900', '--profile', home];
  const firefox = await startProgram(
    program,
    [...args, '--remote-debugging-port', '0'],
    { HOME: home },
    LISTENING,
  );
  const { send, close } = await connect(`${firefox.ready?.[1]}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';

  const run = async (body: string, args: readonly unknown[]) => {
    const answer = await send<ScriptAnswer>('script.callFunction', {
      functionDeclaration: `function () { ${body} }`,
      awaitPromise: true,
      target: { context },
      arguments: args,
    });
    if (answer.type === 'exception') throw new DriverError(answer.exceptionDetails?.text);
    return answer.result;
  };
  const local = (args: readonly unknown[]) => args.map((value) => ({ type: 'string', value: String(value) }));
  const perform = (id: string, type: string, actions: object[]) =>
    send('input.performActions', { context, actions: [{ id, type, actions }] });

  return {
    home,
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (body, args = []) => String((await run(body, local(args)))?.value),
    find: async (body, args = []) => {
      const found = await run(body, local(args));
      return found?.sharedId === undefined ? null : { ref: found.sharedId };
    },
    click: async (element) => {
      await run(SCROLL, [nodeOf(element)]);
      await perform('mouse', 'pointer', [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: nodeOf(element) } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    type: async (element, text) => {
      await run(FOCUS, [nodeOf(element)]);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await perform('keyboard', 'key', keys);
    },
    setFile: async (element, path) => {
      await send('input.setFiles', { context, element: nodeOf(element), files: [path] });
    },
    close: async () => {
      close();
      await firefox.stop();
      removeHome(home);
    },
  };
}
