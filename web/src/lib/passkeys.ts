import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@lading/contract/second-factor.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError } from './api-error.ts';

/** A passkey works only at one origin, and the browser must support passkeys. */
export const passkeysWorkHere = (passkeyOrigin: string | null | undefined): boolean =>
  passkeyOrigin === window.location.origin && 'PublicKeyCredential' in window;

/** The library is loaded only when a passkey is used. */
const library = () => import('@simplewebauthn/browser');

export async function answerWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: request as PublicKeyCredentialRequestOptionsJSON });
}

export async function createPasskey(creation: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: creation as PublicKeyCredentialCreationOptionsJSON });
}

const BROWSER_PROBLEMS: Record<string, string> = {
  NotAllowedError: 'The passkey request was canceled or took too long. Please try again.',
  AbortError: 'The passkey request was canceled. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
};

/** Why a passkey could not be used: the server's reason, or the browser's. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : '';
  return BROWSER_PROBLEMS[name] ?? 'Your browser could not use a passkey.';
}
