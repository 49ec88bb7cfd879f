import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';

/** A payment whose result was unknown was not made. */
export const reportUnpaid = () => toast.error(COPY.notPaid);
