import { ApiError } from '../../lib/api-error.ts';

/** A lost session has its own sentence and its own way out. */
export const isSessionLoss = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
