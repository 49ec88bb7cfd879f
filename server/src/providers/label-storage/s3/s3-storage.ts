import type { Clock } from '../../../platform/clock.ts';
import type { LabelStorage } from '../port.ts';

export interface S3Deps {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  clock: Clock;
}

export class S3Storage implements LabelStorage {
  readonly name = 's3';

  // biome-ignore lint/complexity/noUselessConstructor: to be built
  constructor(_deps: S3Deps) {}

  async put(): Promise<void> {
    throw new Error('not built yet');
  }

  async get(): Promise<Buffer | null> {
    throw new Error('not built yet');
  }

  async remove(): Promise<void> {
    throw new Error('not built yet');
  }

  async link(): Promise<string> {
    throw new Error('not built yet');
  }
}
