import * as z from 'zod/mini';
import { MARKUP_TYPES } from './commission.ts';
import { ACCOUNT_STATUSES } from './constants.ts';
import { EmailSchema, isPlainName, NAME_INVALID, OptionalPhoneSchema } from './identity.ts';
import { COMMISSION_TOO_LARGE, isWithinBound, markupAmountSchema } from './markup-amount.ts';
import { ADDRESS_FORM, CLIENTS, PROFILE } from './messages.ts';
import { PaginationSchema, wholeNumber } from './paging.ts';
import { ProfileCountrySchema } from './profile.ts';
import { storable, visibleLine } from './storable-text.ts';

/** Clients, as admins see them. */

const COMMISSION_TYPES = ['global', ...MARKUP_TYPES] as const;
export type CommissionType = (typeof COMMISSION_TYPES)[number];

/** The specification allows only these two countries here, with these codes. */
export const ADMIN_COUNTRIES = { USA: 'United States', CA: 'Canada' } as const;
export type AdminCountry = keyof typeof ADMIN_COUNTRIES;

const AdminAddressSchema = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** `USA` or `CA`. */
  country: z.string(),
  suite: z.string(),
});

const AdminClientSchema = z.object({
  userId: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  defaultAddress: z.nullable(AdminAddressSchema),
  status: z.enum(ACCOUNT_STATUSES),
  totalShipments: z.number(),
  lastActive: z.nullable(z.string()),
  commission: z.object({
    usesGlobal: z.boolean(),
    /** The commission in effect: the client's own, or the global one. */
    markupType: z.enum(MARKUP_TYPES),
    markupAmount: z.number(),
  }),
  /** Not in the specification: revenue of the last 30 days and of the 30 days before, in dollars. */
  revenue: z._default(z.number(), 0),
  revenueBefore: z._default(z.number(), 0),
  /** Revenue has fallen by half or more. */
  atRisk: z._default(z.boolean(), false),
});
export type AdminClient = z.infer<typeof AdminClientSchema>;

export const CLIENT_SORTS = ['newest', 'name', 'shipments', 'lastActive', 'revenue', 'trend'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** Revenue and trend of clients compare this many days with the same number before. */
export const CLIENT_TREND_DAYS = 30;

/** The specification's call has no paging, so it returns this many of the newest clients. */
const PLAIN_CLIENTS_LIMIT = 1000;

export const AdminClientsQuerySchema = z.object({
  /** Part of a name or an email address. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(200), storable)),
  status: z.optional(z.union([z.enum(ACCOUNT_STATUSES), z.literal('')])),
  page: wholeNumber(1, 1_000_000),
  limit: wholeNumber(PLAIN_CLIENTS_LIMIT, PLAIN_CLIENTS_LIMIT),
  /** Not in the specification. `trend` is the change in revenue; ascending, the largest loss comes first. */
  sortBy: z._default(z.enum(CLIENT_SORTS), 'newest'),
  sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
});
export type AdminClientsQuery = z.output<typeof AdminClientsQuerySchema>;

export const AdminClientsAnswerSchema = z.object({
  users: z.array(AdminClientSchema),
  /** Not in the specification. `pagination` counts matches, `totalClients` all clients. */
  pagination: PaginationSchema,
  totalClients: z.number(),
});
export type AdminClientsAnswer = z.infer<typeof AdminClientsAnswerSchema>;
export const AdminClientAnswerSchema = z.object({ user: AdminClientSchema });
export type AdminClientAnswer = z.infer<typeof AdminClientAnswerSchema>;

const upTo = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), visibleLine);
const text = upTo(100);
const given = (message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true }));

interface Commission {
  commissionType?: CommissionType | undefined;
  commissionAmount?: number | undefined;
}

/** Omitted fields stay unchanged. */
export const UpdateClientBodySchema = z
  .object({
    fullName: z.optional(
      z.pipe(given(PROFILE.nameRequired), upTo(200)).check(z.refine(isPlainName, NAME_INVALID)),
    ),
    email: z.optional(z.pipe(given(ADDRESS_FORM.emailRequired), EmailSchema)),
    phone: OptionalPhoneSchema,
    /** All fields empty means no address. */
    address: z.optional(
      z.nullable(
        z.object({
          street: text,
          suite: z._default(text, ''),
          city: text,
          state: text,
          zipCode: text,
          country: z._default(ProfileCountrySchema, 'US'),
        }),
      ),
    ),
    status: z.optional(z.enum(ACCOUNT_STATUSES)),
    commissionType: z.optional(z.enum(COMMISSION_TYPES)),
    /** Required with any type other than `global`. */
    commissionAmount: z.optional(markupAmountSchema(CLIENTS.commissionInvalid)),
  })
  .check(
    z.refine<Commission>(
      ({ commissionType: type = 'global', commissionAmount: amount = 0 }) =>
        type === 'global' || isWithinBound(type, amount),
      { error: COMMISSION_TOO_LARGE, path: ['commissionAmount'] },
    ),
    z.refine<Commission>(
      ({ commissionType: type, commissionAmount: amount }) =>
        type === undefined || type === 'global' || amount !== undefined,
      { error: CLIENTS.commissionInvalid, path: ['commissionAmount'] },
    ),
    z.refine<Commission>(
      ({ commissionType: type, commissionAmount: amount }) => amount === undefined || type !== undefined,
      { error: 'Please choose a commission type.', path: ['commissionType'] },
    ),
  );
export type UpdateClientBody = z.output<typeof UpdateClientBodySchema>;
export type UpdateClientInput = z.input<typeof UpdateClientBodySchema>;

export const DeleteClientBodySchema = z.object({ confirmPermanentDelete: z.literal(true) });
export const DeleteClientAnswerSchema = z.object({ deleted: z.literal(true) });
