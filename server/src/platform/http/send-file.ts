import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../content-disposition.ts';

export interface SentFile {
  contentType: string;
  fileName: string;
  content: AsyncIterable<Uint8Array | string> | Uint8Array | string;
}

export function sendFile(reply: FastifyReply, { contentType, fileName, content }: SentFile) {
  return reply
    .type(contentType)
    .header('content-disposition', contentDisposition(fileName))
    .serializer((payload: unknown) => payload as string)
    .send(bodyOf(content));
}

function bodyOf(content: SentFile['content']): Buffer | Readable {
  if (typeof content === 'string' || content instanceof Uint8Array) return Buffer.from(content as Uint8Array);
  // Send a stream as it is, so that a disconnect destroys it even before the first byte.
  return content instanceof Readable ? content : Readable.from(content);
}
