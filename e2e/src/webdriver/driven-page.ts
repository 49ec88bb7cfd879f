import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ownServer } from '../own-server.ts';
import type { DriverSession, ElementRef } from './session.ts';

const POLL = { timeout: 60_000, interval: 100 };

/** A visible element by the text that names it. `arguments`: a CSS selector and the start of the name. */
const MATCH = `
  const [selector, wanted] = arguments;
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) =>
    plain(element.getAttribute('aria-label')) ||
    plain([...(element.labels ?? [])].map((label) => label.textContent).join(' ')) ||
    plain(element.textContent);
  const found = [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && !element.disabled && nameOf(element).startsWith(wanted),
  );
  const match = found.find((element) => nameOf(element) === wanted) ?? found[0] ?? null;
`;
const FIND = `${MATCH} return match;`;
const VALUE = `${MATCH} return match?.value ?? '';`;

/** Through the native setter, which React's own setter hides. */
const SELECT = `
  const [selector, value] = arguments;
  const select = document.querySelector(selector);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return '';
`;

/** Removes the session of the previous test first. */
const STORE = `
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of Object.entries(JSON.parse(arguments[0]))) localStorage.setItem(name, value);
  return '';
`;

/** A page with actions named as a user would describe them. Every action waits for its element. */
export function drivenPage(session: DriverSession) {
  const text = () => session.evaluate('return document.body.innerText;');
  const locate = async (selector: string, name = ''): Promise<ElementRef> => {
    let element: ElementRef | null = null;
    const look = async () => {
      element = await session.find(FIND, [selector, name]);
      return element !== null;
    };
    const message = `${selector} "${name}" is visible`;
    await expect
      .poll(look, { ...POLL, message })
      .toBe(true)
      .catch(async (error) => {
        throw new Error(`${message}: the page shows\n${await text()}`, { cause: error });
      });
    return element as unknown as ElementRef;
  };
  /** Types until the field has the text: an opening dialog moves the focus while keys arrive. */
  const fill = (selector: string, value: string, name?: string) => {
    const plain = (content: string) => content.replace(/[ /]/g, '');
    const typed = async () => {
      await session.type(await locate(selector, name), value);
      return plain(await session.evaluate(VALUE, [selector, name ?? '']));
    };
    return expect.poll(typed, POLL).toBe(plain(value));
  };
  const open = (path: string) => session.navigate(`${ownServer.baseUrl}${path}`);
  const signIn = async (storage: Record<string, string>) => {
    // A page without the application, because the application would react to the change.
    await open('/favicon.svg');
    await session.evaluate(STORE, [JSON.stringify(storage)]);
  };

  return {
    open,
    text,
    signIn,
    signOut: () => signIn({}),
    path: () => session.evaluate('return location.pathname;'),
    see: (wanted: string | RegExp) => expect.poll(text, POLL).toMatch(wanted),
    seeHeading: (name: string) => locate('h1, h2', name),
    press: async (name: string) => session.click(await locate('button, [role=button], a[href]', name)),
    check: async (name: string) => session.click(await locate('input[type=checkbox], [role=checkbox]', name)),
    fill: (label: string, value: string) => fill('input, textarea', value, label),
    fillNamed: (name: string, value: string) => fill(`form[data-step] [name="${name}"]`, value),
    async selectNamed(name: string, value: string) {
      const selector = `form[data-step] select[name="${name}"]`;
      await locate(selector);
      await session.evaluate(SELECT, [selector, value]);
    },
    async chooseFile(path: string) {
      const input = await session.find('return document.querySelector("input[type=file]");');
      if (!input) throw new Error('The page has no file field.');
      await session.setFile(input, path);
    },
    count: async (selector: string) =>
      Number(
        await session.evaluate('return String(document.querySelectorAll(arguments[0]).length);', [selector]),
      ),
    /** The content of a saved file, once it is complete. */
    async saved(name: RegExp): Promise<string> {
      const find = () => readdirSync(session.home).find((file) => name.test(file));
      await expect.poll(find, { ...POLL, message: `a file like ${name} is saved` }).toBeDefined();
      const content = () => readFileSync(join(session.home, find() ?? ''), 'utf8');
      await expect.poll(content, POLL).not.toBe('');
      return content();
    },
  };
}

export type DrivenPage = ReturnType<typeof drivenPage>;
