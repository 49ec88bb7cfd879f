import { MessageAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import {
  AcceptInvitationBodySchema,
  InvitationAnswerSchema,
  InvitationTokenBodySchema,
  InviteBodySchema,
  InvitedAnswerSchema,
  RemovedStaffAnswerSchema,
  RevokedInvitationAnswerSchema,
  StaffAnswerSchema,
  StaffMemberAnswerSchema,
  StaffRoleBodySchema,
} from '@lading/contract/staff.ts';
import { ACCOUNT_LIMITS, LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { acceptInvitation, showInvitation } from './accept-invitation.ts';
import { changeRole } from './change-role.ts';
import { endStaffSessions } from './end-staff-sessions.ts';
import { inviteStaff, resendInvitation } from './invite-staff.ts';
import { removeStaff } from './remove-staff.ts';
import { resetStaffFactors } from './reset-staff-factors.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { showStaff } from './show-staff.ts';
import type { StaffDeps } from './staff.deps.ts';
import { setStaffStatus } from './suspend-staff.ts';

const BODY_LIMIT = 16 * 1024;

const route = routesOf<StaffDeps>('Staff');

export const STAFF_ROUTES = [
  route({
    method: 'GET',
    path: API.adminStaff,
    access: 'admin',
    permission: 'staff.manage',
    operationId: 'listStaff',
    summary: 'Lists the staff and the open invitations.',
    answer: StaffAnswerSchema,
    handle: (deps) => showStaff(deps),
  }),
  route({
    method: 'POST',
    path: API.adminStaffInvitations,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'inviteStaff',
    summary: 'Invites a person by email. Only this response contains the link.',
    bodyLimit: BODY_LIMIT,
    rateLimit: ACCOUNT_LIMITS.staffInvitations,
    body: InviteBodySchema,
    answer: InvitationAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => inviteStaff(deps, actor, body),
  }),
  route({
    method: 'POST',
    path: API.adminStaffInvitationResend,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'resendStaffInvitation',
    summary: 'Replaces the link of an invitation and emails it, at most three times an hour.',
    rateLimit: ACCOUNT_LIMITS.staffInvitations,
    params: IdSchema,
    answer: InvitationAnswerSchema,
    handle: (deps, { actor, params }) => resendInvitation(deps, actor, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminStaffInvitation,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'revokeStaffInvitation',
    summary: 'Revokes an invitation; its link stops working.',
    params: IdSchema,
    answer: RevokedInvitationAnswerSchema,
    handle: (deps, { actor, params }) => revokeInvitation(deps, actor, params.id),
  }),
  route({
    method: 'PUT',
    path: API.adminStaffRole,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'changeStaffRole',
    summary: "Changes a person's role with effect from the next request.",
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: StaffRoleBodySchema,
    answer: StaffMemberAnswerSchema,
    handle: (deps, { actor, params, body }) => changeRole(deps, actor, params.id, body),
  }),
  route({
    method: 'PUT',
    path: API.adminStaffSuspend,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'suspendStaff',
    summary: 'Suspends a person and ends their sessions immediately.',
    params: IdSchema,
    answer: StaffMemberAnswerSchema,
    handle: (deps, { actor, params }) => setStaffStatus(deps, actor, params.id, 'suspended'),
  }),
  route({
    method: 'PUT',
    path: API.adminStaffActivate,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'activateStaff',
    summary: 'Activates a suspended person, who can then sign in again.',
    params: IdSchema,
    answer: StaffMemberAnswerSchema,
    handle: (deps, { actor, params }) => setStaffStatus(deps, actor, params.id, 'active'),
  }),
  route({
    method: 'DELETE',
    path: API.adminStaffSessions,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'endStaffSessions',
    summary: 'Signs a person out everywhere.',
    params: IdSchema,
    answer: StaffMemberAnswerSchema,
    handle: (deps, { actor, params }) => endStaffSessions(deps, actor, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminStaffSecondFactors,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'resetStaffSecondFactors',
    summary: 'Removes all second factors of a person who lost them, and notifies the person.',
    params: IdSchema,
    answer: StaffMemberAnswerSchema,
    handle: (deps, { actor, params }) => resetStaffFactors(deps, actor, params.id),
  }),
  route({
    method: 'DELETE',
    path: API.adminStaffMember,
    access: 'admin',
    permission: 'staff.manage',
    proof: 'recent',
    operationId: 'removeStaff',
    summary: 'Removes a person, ends their sessions and frees their address; the audit log keeps the name.',
    params: IdSchema,
    answer: RemovedStaffAnswerSchema,
    handle: (deps, { actor, params }) => removeStaff(deps, actor, params.id),
  }),
];

/** For people who have no account yet: the token is their credential. */
export const INVITATION_ROUTES = [
  route({
    method: 'POST',
    path: API.invitation,
    access: 'public',
    operationId: 'showInvitation',
    summary: 'Returns the address and the role of an invitation, for the holder of its link.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.passwordReset,
    body: InvitationTokenBodySchema,
    answer: InvitedAnswerSchema,
    handle: (deps, { body }) => showInvitation(deps, body.token),
  }),
  route({
    method: 'POST',
    path: API.acceptInvitation,
    access: 'public',
    operationId: 'acceptInvitation',
    summary: 'Creates the account that an invitation is for. It starts no session.',
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMITS.passwordReset,
    body: AcceptInvitationBodySchema,
    answer: MessageAnswerSchema,
    status: 201,
    handle: (deps, { origin, body }) => acceptInvitation(deps, origin, body),
  }),
];
