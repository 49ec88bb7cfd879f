import type { Mailer } from '../port.ts';

export class SmtpMailer implements Mailer {
  // biome-ignore lint/complexity/noUselessConstructor: to be built
  constructor(_options: { url: string; from: string }) {}

  async send(): Promise<void> {
    throw new Error('not built yet');
  }

  async close(): Promise<void> {}
}
