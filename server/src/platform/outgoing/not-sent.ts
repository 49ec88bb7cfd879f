/** The provider certainly did nothing, so a retry is safe. */
export class NotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NotSentError';
  }
}
