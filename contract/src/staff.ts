import * as z from 'zod/mini';
import { EmailSchema, NewPasswordSchema } from './identity.ts';
import { PROFILE } from './messages.ts';
import { STAFF_ROLES } from './permissions.ts';

/** The operator's staff: people with an admin account, and open invitations. */

export const INVITATION_LIFE_DAYS = 7;

const RoleSchema = z.enum(STAFF_ROLES, 'Please choose a role.');

const StaffMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  status: z.enum(['active', 'suspended']),
  lastActive: z.nullable(z.string()),
  /** How many browsers and programs are signed in. */
  sessions: z.number(),
  /** Whether a second factor is set up. */
  secondFactor: z.boolean(),
});
export type StaffMember = z.infer<typeof StaffMemberSchema>;

const InvitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** The name of the person who sent it. */
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof InvitationSchema>;

export const StaffAnswerSchema = z.object({
  staff: z.array(StaffMemberSchema),
  invitations: z.array(InvitationSchema),
});
export type StaffAnswer = z.infer<typeof StaffAnswerSchema>;

export const StaffMemberAnswerSchema = z.object({ member: StaffMemberSchema });
export type StaffMemberAnswer = z.infer<typeof StaffMemberAnswerSchema>;

export const RemovedStaffAnswerSchema = z.object({ removed: z.literal(true) });
export const RevokedInvitationAnswerSchema = z.object({ revoked: z.literal(true) });

export const InviteBodySchema = z.object({ email: EmailSchema, role: RoleSchema });
export type InviteBody = z.infer<typeof InviteBodySchema>;

/**
 * The delivery status of the email. `not_configured`: there is no mail server, so the email is a file in the outbox.
 * `limited`: the address already got three invitations in the last hour.
 */
const DELIVERIES = ['sent', 'not_configured', 'limited', 'failed'] as const;

export const InvitationAnswerSchema = z.object({
  invitation: InvitationSchema,
  /** Shown once. The server stores only a digest of its token. */
  link: z.string(),
  delivery: z.enum(DELIVERIES),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswerSchema>;
export type Delivery = InvitationAnswer['delivery'];

export const StaffRoleBodySchema = z.object({ role: RoleSchema });
export type StaffRoleBody = z.infer<typeof StaffRoleBodySchema>;

const TokenSchema = z.string().check(z.maxLength(200));

export const InvitationTokenBodySchema = z.object({ token: TokenSchema });

export const InvitedAnswerSchema = z.object({
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  expiresAt: z.string(),
});
export type InvitedAnswer = z.infer<typeof InvitedAnswerSchema>;

/** Names appear in lists and in the audit log, so they contain no line breaks or invisible characters. */
const NameSchema = z
  .string(PROFILE.nameRequired)
  .check(
    z.trim(),
    z.minLength(1, { error: PROFILE.nameRequired, abort: true }),
    z.maxLength(100, 'Please use at most 100 characters.'),
    z.regex(/^\P{C}*$/u, 'Please remove invisible characters.'),
  );

export const AcceptInvitationBodySchema = z.object({
  token: TokenSchema,
  name: NameSchema,
  password: NewPasswordSchema,
});
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBodySchema>;
