import * as z from 'zod/mini';
import { CalendarDateSchema } from '../calendar-date.ts';
import { MARKUP_TYPES } from '../commission.ts';
import { visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';
import { PriceRuleSchema, PriceRulesSchema } from './price-rules.ts';

/** Lists of price rules: one draft, and numbered versions that never change. */

const VERSION_STATES = ['scheduled', 'active', 'replaced', 'skipped'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

const NOTE_MAX_LENGTH = 200;
export const VERSIONS_PAGE_SIZE = 50;

const PriceVersionSchema = z.object({
  number: z.number(),
  /** `skipped`: a later version replaced it before it took effect. */
  state: z.enum(VERSION_STATES),
  effectiveFrom: z.string(),
  publishedAt: z.string(),
  /** Null when the account is unknown. */
  publishedBy: z.nullable(z.string()),
  note: z.string(),
  rules: z.number(),
  /** The version whose rules were published again. */
  repeats: z.nullable(z.number()),
});
export type PriceVersion = z.infer<typeof PriceVersionSchema>;

const NamedSchema = z.object({ id: z.string(), name: z.string() });
const ruleList = z.array(PriceRuleSchema);

const PriceDraftSchema = z.object({
  /** Changes with every save. A change must name the revision that it is based on. */
  revision: z.string(),
  rules: ruleList,
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
});
export type PriceDraft = z.infer<typeof PriceDraftSchema>;

const ClientGroupSchema = z.object({
  id: z.string(),
  /** Changes with the name and the members. */
  revision: z.string(),
  name: z.string(),
  members: z.array(NamedSchema),
});
export type ClientGroup = z.infer<typeof ClientGroupSchema>;

export const PriceRulesAnswerSchema = z.object({
  /** Null if no version has taken effect. */
  active: z.nullable(z.object({ version: PriceVersionSchema, rules: ruleList })),
  draft: z.nullable(PriceDraftSchema),
  /** Newest first, at most 50. */
  versions: z.array(PriceVersionSchema),
  groups: z.array(ClientGroupSchema),
  /** Clients that the rules name. */
  clients: z.array(NamedSchema),
  services: z.array(z.object({ code: z.string(), carrier: z.string(), name: z.string() })),
  /** The last two rules of every list: the client's own commission, then the global one. */
  commission: z.object({
    clientsWithOwn: z.number(),
    global: z.object({ markupType: z.enum(MARKUP_TYPES), markupAmount: z.number() }),
  }),
});
export type PriceRulesAnswer = z.infer<typeof PriceRulesAnswerSchema>;

export const PriceVersionAnswerSchema = z.object({
  version: PriceVersionSchema,
  rules: ruleList,
  clients: z.array(NamedSchema),
});
export type PriceVersionAnswer = z.infer<typeof PriceVersionAnswerSchema>;

export const VersionParamsSchema = z.object({
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});

const revision = uuid();

export const SaveDraftBodySchema = z.object({
  /** Null starts the draft. */
  revision: z.nullable(revision),
  rules: PriceRulesSchema,
});
export type SaveDraftBody = z.output<typeof SaveDraftBodySchema>;
export const SaveDraftAnswerSchema = z.object({ draft: PriceDraftSchema });
export type SaveDraftAnswer = z.infer<typeof SaveDraftAnswerSchema>;

export const DiscardDraftQuerySchema = z.object({ revision });
export const DiscardDraftAnswerSchema = z.object({ discarded: z.literal(true) });

const publication = {
  /** The first day, in the operator's time zone. Null publishes now. */
  from: z.nullable(CalendarDateSchema),
  note: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(NOTE_MAX_LENGTH, `Please use at most ${NOTE_MAX_LENGTH} characters.`),
        visibleLine,
      ),
    '',
  ),
};
export const PublishDraftBodySchema = z.object({ revision, ...publication });
export type PublishDraftBody = z.output<typeof PublishDraftBodySchema>;
export const PublishAgainBodySchema = z.object(publication);
export type PublishAgainBody = z.output<typeof PublishAgainBodySchema>;
export const PublishedAnswerSchema = z.object({ version: PriceVersionSchema });
export type PublishedAnswer = z.infer<typeof PublishedAnswerSchema>;

// Client groups ---------------------------------------------------------------------------------------------

const GROUP_NAME_MAX_LENGTH = 60;
const REVISION_MAX_LENGTH = 100;
const MAX_MEMBERS = 5_000;
export const MAX_GROUPS = 200;

export const ClientGroupBodySchema = z.object({
  name: z
    .string('Please name the group.')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please name the group.', abort: true }),
      z.maxLength(GROUP_NAME_MAX_LENGTH, `Please use at most ${GROUP_NAME_MAX_LENGTH} characters.`),
      visibleLine,
    ),
  clients: z.array(uuid()).check(z.maxLength(MAX_MEMBERS)),
});
export type ClientGroupBody = z.output<typeof ClientGroupBodySchema>;
export const ChangeClientGroupBodySchema = z.extend(ClientGroupBodySchema, {
  /** The revision that the change is based on. Without it, the change replaces those of others. */
  revision: z.optional(z.string().check(z.maxLength(REVISION_MAX_LENGTH))),
});
export type ChangeClientGroupBody = z.output<typeof ChangeClientGroupBodySchema>;
export const ClientGroupAnswerSchema = z.object({ group: ClientGroupSchema });
export const ClientGroupsAnswerSchema = z.object({ groups: z.array(ClientGroupSchema) });
export const ClientGroupDeletedSchema = z.object({ deleted: z.literal(true) });
