import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@lading/contract/second-factor.ts';

/** The five kinds of CBOR values that an attestation without a certificate contains. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** What a test changes about an otherwise valid answer. */
interface Faults {
  origin?: string;
  challenge?: string;
  /** False: the device asked for no fingerprint, face or PIN. */
  verified?: boolean;
  /** Overrides the counter of the device. */
  counter?: number;
  userHandle?: string;
}

/** A passkey in software: ES256, as a browser and a phone would answer. */
export class SoftwarePasskey {
  readonly id = text(randomBytes(32));
  counter = 0;
  userHandle = '';
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#publicKey = encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  create(options: PasskeyCreation, faults: Faults = {}): PasskeyAttestation {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const authData = Buffer.concat([
      this.#authData(options.rp.id, FLAGS.attested, faults),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, faults),
        attestationObject: text(encode(attestation)),
        transports: ['internal'],
      },
    };
  }

  get(options: PasskeyRequest, faults: Faults = {}): PasskeyAssertion {
    this.counter += 1;
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, faults);
    const authData = this.#authData(options.rpId, 0, faults);
    const signature = createSign('sha256')
      .update(authData)
      .update(sha256(Buffer.from(clientDataJSON, 'base64url')))
      .sign(this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: faults.userHandle ?? this.userHandle,
      },
    };
  }

  #authData(rpId: string, flags: number, { verified = true, counter = this.counter }: Faults): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const all = flags | FLAGS.present | (verified ? FLAGS.verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counted]);
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const { origin = this.#origin } = faults;
    return text(Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin })));
  }
}
