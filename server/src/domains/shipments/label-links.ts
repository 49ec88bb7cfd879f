import { createHmac, timingSafeEqual } from 'node:crypto';
import { API } from '@lading/contract/routes.ts';
import { type Clock, later } from '../../platform/clock.ts';

export const LINK_LIFE_SECONDS = 60;

/** Signed links to label files, valid for a minute without a session token. */
export interface LabelLinks {
  make(userId: string, shipmentId: string): Promise<string>;
  isValid(userId: string, shipmentId: string, expires: string, signature: string): Promise<boolean>;
}

export function labelLinks(clock: Clock, secret: () => Promise<Buffer>): LabelLinks {
  const sign = async (userId: string, shipmentId: string, expires: string) =>
    createHmac('sha256', await secret())
      .update(`${userId} ${shipmentId} ${expires}`)
      .digest('base64url');
  return {
    make: async (userId, shipmentId) => {
      const expires = String(later(clock.now(), LINK_LIFE_SECONDS * 1000).getTime());
      const signature = await sign(userId, shipmentId, expires);
      return `${API.labelFile.replace(':id', shipmentId)}?expires=${expires}&signature=${signature}`;
    },
    isValid: async (userId, shipmentId, expires, signature) => {
      if (!(Number(expires) > clock.now().getTime())) return false;
      const expected = Buffer.from(await sign(userId, shipmentId, expires));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
