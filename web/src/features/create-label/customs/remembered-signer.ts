import { draftStore } from '../../../lib/draft-store.ts';

const SIGNER = 'customs-signer';

export async function recallSigner(userId: string): Promise<string> {
  const stored = await draftStore.read(userId, SIGNER);
  return typeof stored === 'string' ? stored : '';
}

export const rememberSigner = (userId: string, signer: string) => draftStore.write(userId, SIGNER, signer);
