import * as z from 'zod/mini';
import {
  EmailSchema,
  MessageAnswerSchema,
  NewPasswordSchema,
  PasswordSchema,
  ProveAnswerSchema,
} from './identity.ts';

/** What a signed-in user sees and changes about their own account: address, password, sessions. */

export const AccountAnswerSchema = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** A change of address that waits for confirmation from both addresses. */
  emailChange: z.nullable(
    z.object({
      email: z.string(),
      expiresAt: z.string(),
      oldConfirmed: z.boolean(),
      newConfirmed: z.boolean(),
    }),
  ),
});
export type AccountAnswer = z.infer<typeof AccountAnswerSchema>;

export const ChangePasswordBodySchema = z.object({
  currentPassword: PasswordSchema,
  password: NewPasswordSchema,
});
export type ChangePasswordBody = z.infer<typeof ChangePasswordBodySchema>;
/** The token replaces that of the request, which is refused from now on. */
export const ChangePasswordAnswerSchema = z.extend(MessageAnswerSchema, ProveAnswerSchema.shape);
export type ChangePasswordAnswer = z.infer<typeof ChangePasswordAnswerSchema>;

/** The key, in Base64, that a browser encrypts the account's drafts with in `strict`. */
export const DraftKeyAnswerSchema = z.object({ key: z.string() });

export const DeleteAccountBodySchema = z.object({
  password: PasswordSchema,
  confirmPermanentDelete: z.literal(true),
});
export type DeleteAccountBody = z.infer<typeof DeleteAccountBodySchema>;
export const DeleteAccountAnswerSchema = z.object({ deleted: z.literal(true) });

export const ChangeEmailBodySchema = z.object({ email: EmailSchema, password: PasswordSchema });
export type ChangeEmailBody = z.infer<typeof ChangeEmailBodySchema>;

/** `waiting`: the address changes once the mailed links are confirmed. `same`: the account already has this address. */
export const ChangeEmailAnswerSchema = z.object({ state: z.enum(['changed', 'waiting', 'same']) });
export type ChangeEmailAnswer = z.infer<typeof ChangeEmailAnswerSchema>;

/** False: no change was waiting, for example because it was completed. */
export const EmailChangeCanceledAnswerSchema = z.object({ canceled: z.boolean() });
/** False: no link is open, because the address is verified and no change is waiting. */
export const EmailLinksSentAnswerSchema = z.object({ sent: z.boolean() });

export const VerifyEmailBodySchema = z.object({ token: z.string().check(z.maxLength(200)) });
export type VerifyEmailBody = z.infer<typeof VerifyEmailBodySchema>;

/** `waiting`: the other address has yet to confirm the change. */
export const VerifyEmailAnswerSchema = z.object({ state: z.enum(['verified', 'changed', 'waiting']) });
export type VerifyEmailAnswer = z.infer<typeof VerifyEmailAnswerSchema>;

const SessionSchema = z.object({
  id: z.string(),
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  /** Where it was last used. */
  ipAddress: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** The session of this request. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof SessionSchema>;

export const SessionsAnswerSchema = z.object({ sessions: z.array(SessionSchema) });
export type SessionsAnswer = z.infer<typeof SessionsAnswerSchema>;

export const SessionsEndedAnswerSchema = z.object({ ended: z.number() });
