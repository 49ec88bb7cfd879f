import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, path } from '@lading/contract/routes.ts';
import {
  InvitationAnswerSchema,
  type InviteBody,
  RemovedStaffAnswerSchema,
  RevokedInvitationAnswerSchema,
  StaffAnswerSchema,
  StaffMemberAnswerSchema,
} from '@lading/contract/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { useReloading } from '../../lib/use-reloading.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

const KEY = ['staff'];

export function useStaff() {
  const result = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiRequest(StaffAnswerSchema, API.adminStaff, { area: 'admin', signal }),
    staleTime: 0,
  });
  useLoadFailure(result, () => toast.error(COPY.loadFailed));
  return result;
}

type Schema = Parameters<typeof apiRequest>[0];

/** The calls that change the staff. Each one reloads the lists. */
export function useStaffCalls() {
  const reloading = useReloading(KEY);
  const send = (schema: Schema, method: 'PUT' | 'DELETE', url: string, body?: object) =>
    reloading(apiRequest(schema, url, { area: 'admin', method, body }));
  return {
    invite: (body: InviteBody) =>
      reloading(
        apiRequest(InvitationAnswerSchema, API.adminStaffInvitations, {
          area: 'admin',
          method: 'POST',
          body,
        }),
      ),
    resend: (id: string) =>
      reloading(
        apiRequest(InvitationAnswerSchema, path(API.adminStaffInvitationResend, { id }), {
          area: 'admin',
          method: 'POST',
        }),
      ),
    revoke: (id: string) =>
      send(RevokedInvitationAnswerSchema, 'DELETE', path(API.adminStaffInvitation, { id })),
    changeRole: (id: string, role: StaffRole) =>
      send(StaffMemberAnswerSchema, 'PUT', path(API.adminStaffRole, { id }), { role }),
    suspend: (id: string) => send(StaffMemberAnswerSchema, 'PUT', path(API.adminStaffSuspend, { id })),
    activate: (id: string) => send(StaffMemberAnswerSchema, 'PUT', path(API.adminStaffActivate, { id })),
    endSessions: (id: string) =>
      send(StaffMemberAnswerSchema, 'DELETE', path(API.adminStaffSessions, { id })),
    resetFactors: (id: string) =>
      send(StaffMemberAnswerSchema, 'DELETE', path(API.adminStaffSecondFactors, { id })),
    remove: (id: string) => send(RemovedStaffAnswerSchema, 'DELETE', path(API.adminStaffMember, { id })),
  };
}
export type StaffCalls = ReturnType<typeof useStaffCalls>;
