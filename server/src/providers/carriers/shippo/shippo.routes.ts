import type { Carrier } from '@lading/contract/parcel.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';

export interface ShippoNews {
  token: string;
  /** Something happened to a parcel; where it is now is asked for. */
  onTracked(carrier: Carrier, trackingNumber: string): Promise<void>;
}

export function shippoRoutes(_app: HttpServer, _news: ShippoNews): void {}
