/** Thrown by a job that must run again later, although nothing failed. Uses up no retry and logs no error. */
export class DeferredJob extends Error {
  readonly seconds: number;

  constructor(reason: string, seconds: number) {
    super(reason);
    this.seconds = seconds;
  }
}
