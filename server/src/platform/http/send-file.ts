import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file to be saved, whole or in pieces. */
export interface SentFile {
  contentType: string;
  fileName: string;
  content: AsyncIterable<Uint8Array | string> | Uint8Array | string;
}

/** Names are ours alone, so that nothing that a person typed gets into a header. */
export function sendFile(reply: FastifyReply, { contentType, fileName, content }: SentFile) {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .serializer((payload: unknown) => payload as string)
    .send(bodyOf(content));
}

function bodyOf(content: SentFile['content']): Buffer | Readable {
  if (typeof content === 'string' || content instanceof Uint8Array) return Buffer.from(content as Uint8Array);
  // A stream goes out as it is, so that a reader who leaves ends it even before its first byte.
  return content instanceof Readable ? content : Readable.from(content);
}
