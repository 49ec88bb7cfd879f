/** The other side has certainly done nothing: it was never reached, or it said so. Whoever asked may ask again. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotSentError';
  }
}
