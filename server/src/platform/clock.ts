/** The only source of time, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => count * 86_400_000;

export const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
export const ago = (clock: Clock, milliseconds: number) => later(clock.now(), -milliseconds);
