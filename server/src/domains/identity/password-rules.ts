import {
  loadCommonPasswords,
  ownWordsOf,
  type PasswordWeakness,
  passwordHint,
  passwordRefusal,
  weaknessOf,
} from '@lading/contract/password-strength.ts';
import type { SecurityLevel } from '@lading/contract/runtime-config.ts';
import { AppError } from '../../platform/app-error.ts';
import { BreachedPasswords } from './breached-passwords.ts';

interface Owner {
  email: string;
  name: string;
}

/** Checks whether a new password is common, breached, or made of the account's own words. */
export class PasswordRules {
  readonly #security: SecurityLevel;
  readonly #breached: BreachedPasswords | null;
  readonly #isCommon = loadCommonPasswords();

  constructor(security: SecurityLevel, breached: BreachedPasswords | null) {
    this.#security = security;
    this.#breached = breached;
  }

  static async open(security: SecurityLevel, breachedFile: string | null): Promise<PasswordRules> {
    return new PasswordRules(
      security,
      breachedFile === null ? null : await BreachedPasswords.open(breachedFile),
    );
  }

  async close(): Promise<void> {
    await this.#breached?.close();
  }

  /** In `strict`, refuses a weak password. In `standard`, returns a hint for the user, or null. */
  async check(password: string, owner: Owner): Promise<string | null> {
    const weakness = await this.#weaknessOf(password, owner);
    if (!weakness) return null;
    if (this.#security === 'standard') return passwordHint(weakness);
    const message = passwordRefusal(weakness);
    throw new AppError('PASSWORD_WEAK', { message, fields: [{ path: 'password', message }] });
  }

  async #weaknessOf(password: string, owner: Owner): Promise<PasswordWeakness | null> {
    const known = weaknessOf(password, ownWordsOf(owner), await this.#isCommon);
    if (known) return known;
    return (await this.#breached?.has(password)) ? 'breached' : null;
  }
}
