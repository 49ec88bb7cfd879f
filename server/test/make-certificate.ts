import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

interface TestCertificate {
  key: string;
  cert: string;
}

/** A self-signed certificate for 127.0.0.1. */
export function makeCertificate({
  host = '127.0.0.1',
  until = new Date('2126-01-01'),
} = {}): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // A unique name, because with equal names the wrong certificate can be taken as the issuer.
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(randomUUID())))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date('2020-01-01')), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, sequence(addressOrName(host)))))),
  );
  const signature = sign('sha256', content, privateKey);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  const cert = sequence(content, ECDSA_WITH_SHA256, bits)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}-----END CERTIFICATE-----\n`,
  };
}

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const time = (moment: Date) =>
  der(0x18, Buffer.from(`${moment.toISOString().slice(0, 19).replace(/\D/g, '')}Z`));
const addressOrName = (host: string) =>
  /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));

const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = der(0x06, Buffer.from('551d11', 'hex'));
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
