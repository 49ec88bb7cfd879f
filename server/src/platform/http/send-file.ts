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
  const body =
    typeof content === 'string' || content instanceof Uint8Array
      ? Buffer.from(content as Uint8Array)
      : Readable.from(content);
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .serializer((payload: unknown) => payload as string)
    .send(body);
}
