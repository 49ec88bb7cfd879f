import { ShipmentStatsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { AuditStatsAnswerSchema } from '@lading/contract/audit.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { ANALYTICS } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { createFailureReporter } from '../../ui/charts/report-failures.ts';

const reportLoadFailed = createFailureReporter(ANALYTICS.loadFailed);

/** Waits for the operator's current date. */
export function useShipmentStats(range: DateRange | null) {
  const stats = useQuery({
    queryKey: ['shipment-stats', range],
    queryFn: ({ signal }) =>
      apiRequest(ShipmentStatsAnswerSchema, API.adminShipmentStats, {
        area: 'admin',
        query: { ...range },
        signal,
      }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(stats, reportLoadFailed);
  return stats;
}

export function useAuditStats(range: DateRange | null) {
  const stats = useQuery({
    queryKey: ['audit-stats', range],
    queryFn: ({ signal }) =>
      apiRequest(AuditStatsAnswerSchema, API.adminAuditStats, { area: 'admin', query: { ...range }, signal }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(stats, reportLoadFailed);
  return stats;
}
