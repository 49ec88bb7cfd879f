import { AuditLogsAnswerSchema } from '@lading/contract/audit.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { AuditFilters } from './audit-filters.ts';

export function useAuditLogs({ page, action, status, userEmail, startDate, endDate }: AuditFilters) {
  const query = { page, limit: PAGE_SIZE, action, status, userEmail, startDate, endDate };
  const result = useQuery({
    queryKey: ['audit-logs', query],
    queryFn: ({ signal }) =>
      apiRequest(AuditLogsAnswerSchema, API.adminAuditLogs, { area: 'admin', query, signal }),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(result, () => toast.error(AUDIT_LOGS.loadFailed));
  return result;
}
