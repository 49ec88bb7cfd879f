import * as z from 'zod/mini';
import { storable } from './storable-text.ts';

/** How an account can pass the second step of a sign-in. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery-code'] as const;
const FactorMethodSchema = z.enum(FACTOR_METHODS);
export type FactorMethod = z.infer<typeof FactorMethodSchema>;

export const RECOVERY_CODE_COUNT = 10;
export const MAX_PASSKEYS = 20;

const base64url = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]*$/));
const CredentialIdSchema = base64url(1400);
const TransportsSchema = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10));

const DescriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});
const UserVerificationSchema = z.enum(['required', 'preferred', 'discouraged']);

/** What the browser needs to ask for a passkey (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: UserVerificationSchema,
  allowCredentials: z.array(DescriptorSchema),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequestSchema>;

/** What the browser needs to create a passkey (WebAuthn's PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: UserVerificationSchema,
  }),
  excludeCredentials: z.array(DescriptorSchema),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreationSchema>;

/** The browser's answer to a passkey request. */
const PasskeyAssertionSchema = z.object({
  id: CredentialIdSchema,
  rawId: CredentialIdSchema,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.optional(base64url(200)),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertionSchema>;

/** The browser's answer to the creation of a passkey. */
const PasskeyAttestationSchema = z.object({
  id: CredentialIdSchema,
  rawId: CredentialIdSchema,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(12_000),
    transports: z.optional(TransportsSchema),
  }),
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestationSchema>;

const CODE_REQUIRED = 'Please enter the 6-digit code.';
/** Apps show the code in two groups, so spaces are allowed. */
const TotpCodeSchema = z
  .string(CODE_REQUIRED)
  .check(z.maxLength(20, CODE_REQUIRED), z.regex(/^\s*\d{3}\s*\d{3}\s*$/, CODE_REQUIRED));

const RECOVERY_CODE_REQUIRED = 'Please enter a recovery code, such as ABCDE-FGH23.';
const RecoveryCodeSchema = z
  .string(RECOVERY_CODE_REQUIRED)
  .check(z.minLength(1, RECOVERY_CODE_REQUIRED), z.maxLength(40, RECOVERY_CODE_REQUIRED));

const factorFields = {
  code: z.optional(TotpCodeSchema),
  recoveryCode: z.optional(RecoveryCodeSchema),
  passkey: z.optional(PasskeyAssertionSchema),
};
const ONE_FACTOR = 'Please send exactly one of code, recoveryCode and passkey.';
const hasOneFactor = z.refine<{ code?: unknown; recoveryCode?: unknown; passkey?: unknown }>(
  ({ code, recoveryCode, passkey }) =>
    [code, recoveryCode, passkey].filter((value) => value !== undefined).length === 1,
  ONE_FACTOR,
);

/** One proof: a code of the authenticator app, a recovery code, or a passkey. */
export type FactorProof = {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
};

const ChallengeSchema = base64url(100);

export const SecondFactorLoginBodySchema = z
  .object({ challenge: ChallengeSchema, ...factorFields })
  .check(hasOneFactor);
export type SecondFactorLoginBody = z.infer<typeof SecondFactorLoginBodySchema>;

/** What SECOND_FACTOR_REQUIRED adds to the error body. */
export const SecondFactorChallengeSchema = z.object({
  challenge: z.string(),
  methods: z.array(FactorMethodSchema),
  /** Null when the account has no passkey that works at this address. */
  passkeyRequest: z.nullable(PasskeyRequestSchema),
});
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallengeSchema>;

export const PasskeyLoginBodySchema = z.object({
  passkey: PasskeyAssertionSchema,
  remember: z.optional(z.boolean()),
});
export type PasskeyLoginBody = z.infer<typeof PasskeyLoginBodySchema>;

export const FactorProofBodySchema = z.object(factorFields).check(hasOneFactor);

const PASSKEY_NAME_REQUIRED = 'Please name the passkey.';
const PasskeyNameSchema = z
  .string(PASSKEY_NAME_REQUIRED)
  .check(
    z.trim(),
    z.minLength(1, PASSKEY_NAME_REQUIRED),
    z.maxLength(60, 'Please use at most 60 characters.'),
    storable,
  );

const PasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Synchronized by the platform, for example by iCloud Keychain. */
  synced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof PasskeySchema>;

export const SecondFactorsAnswerSchema = z.object({
  /** Whether this account must have a second factor. */
  required: z.boolean(),
  totp: z.nullable(z.object({ createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  passkeys: z.array(PasskeySchema),
  /** Null without a second factor. */
  recoveryCodes: z.nullable(z.object({ left: z.number(), createdAt: z.string() })),
  /** The address where passkeys work, or null when the public address has no domain name. */
  passkeyOrigin: z.nullable(z.string()),
});
export type SecondFactorsAnswer = z.infer<typeof SecondFactorsAnswerSchema>;

export const TotpSetUpAnswerSchema = z.object({
  /** Base32, for typing in. */
  secret: z.string(),
  /** The `otpauth:` link for the QR code. */
  link: z.string(),
});
export type TotpSetUpAnswer = z.infer<typeof TotpSetUpAnswerSchema>;

export const ConfirmTotpBodySchema = z.object({ code: TotpCodeSchema });

/** The first factor of an account comes with recovery codes, shown only in this response. */
export const FactorAddedAnswerSchema = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type FactorAddedAnswer = z.infer<typeof FactorAddedAnswerSchema>;

export const AddPasskeyBodySchema = z.object({ name: PasskeyNameSchema, passkey: PasskeyAttestationSchema });
export type AddPasskeyBody = z.infer<typeof AddPasskeyBodySchema>;

export const RenamePasskeyBodySchema = z.object({ name: PasskeyNameSchema });

export const RecoveryCodesAnswerSchema = z.object({ recoveryCodes: z.array(z.string()) });

export const ResetSecondFactorsAnswerSchema = z.object({ removed: z.number() });
