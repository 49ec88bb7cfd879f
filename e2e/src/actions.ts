import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '@lading/contract/constants.ts';
import { type LoginAnswer, LoginAnswerSchema } from '@lading/contract/identity.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expectPath } from './expectations.ts';
import { ownServer } from './own-server.ts';
import type { Account } from './server.ts';

/** Where the web application stores its session. */
export const SESSION_KEY = 'lading.session';

export interface Person {
  name: string;
  email: string;
  password: string;
}

export function newPerson(name = 'Noor Haddad'): Person {
  return { name, email: `noor.${randomUUID().slice(0, 8)}@shop.example`, password: 'a quiet harbor' };
}

export function demoAccount(role: Role): Account {
  const account = ownServer.accounts.find((candidate) => candidate.role === role);
  if (!account) throw new Error(`The demo data has no ${role}.`);
  return account;
}

const send = (path: string, method: 'GET' | 'POST', token?: string, body?: unknown) =>
  fetch(`${ownServer.baseUrl}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Registers a client without the form. */
export async function registerPerson(person = newPerson()): Promise<Person> {
  const { email, password, name } = person;
  const response = await send(API.register, 'POST', undefined, { email, password, full_name: name });
  if (!response.ok) throw new Error(`Sign-up returned ${response.status}: ${await response.text()}`);
  return person;
}

/** Logs in without the form. `storage` is what the browser would store. */
export async function logInByToken({ email, password }: { email: string; password: string }) {
  const response = await send(API.login, 'POST', undefined, { email, password, remember: true });
  if (!response.ok) throw new Error(`Login returned ${response.status}: ${await response.text()}`);
  const answer: LoginAnswer = LoginAnswerSchema.parse(await response.json());
  return { token: answer.token, answer, storage: { [SESSION_KEY]: JSON.stringify(answer) } };
}

export const endSession = (token: string) => send(API.logout, 'POST', token);

export const isAlive = async (token: string) => (await send(API.verify, 'GET', token)).ok;

export const canLogIn = async (email: string, password: string) =>
  (await send(API.login, 'POST', undefined, { email, password })).ok;

/** By role, because the accessible name of a required field lacks the dot that its label shows. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Through the form of the open page. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
  remember = false,
): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  if (remember) await page.getByRole('checkbox', { name: LABELS.rememberMe }).check();
  await page.getByRole('button', { name: LABELS.signIn }).click();
}

/** Through the menu, until the login page opens. */
export async function logOut(page: Page): Promise<void> {
  // With the keyboard, because the login toast covers the button for two seconds.
  await page.getByRole('button', { name: /^Account:/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expectPath(page, PAGES.login);
}

interface KeptSession {
  local: string | null;
  session: string | null;
}

export const keptSession = (page: Page): Promise<KeptSession> =>
  page.evaluate(
    (key) => ({ local: localStorage.getItem(key), session: sessionStorage.getItem(key) }),
    SESSION_KEY,
  );

const MAIL_LIMIT_MS = 15_000;

/** Waits for an email to this address with this text, and returns the newest. */
export async function lastMail(to: string, text = ''): Promise<string> {
  const outbox = join(ownServer.dataDir, 'outbox');
  for (const deadline = Date.now() + MAIL_LIMIT_MS; Date.now() < deadline; await sleep(100)) {
    const mail = mailsTo(outbox, to).findLast((one) => one.includes(text));
    if (mail !== undefined) return mail;
  }
  throw new Error(`No email to ${to} arrived in ${outbox}.`);
}

function mailsTo(outbox: string, to: string): string[] {
  let names: string[];
  try {
    names = readdirSync(outbox);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${to}\r\n`));
}
