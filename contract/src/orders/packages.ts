import * as z from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { CARRIERS, ENVELOPE_IN, PACKAGE_TYPES, type PackageType } from '../parcel.ts';
import { visibleLine } from '../storable-text.ts';

/** A client's own packages, and the carriers' packages that are built in. */

export const MAX_PACKAGES = 50;
/** No side of a package of an order is longer. */
export const MAX_INCHES = 200;

/** A soft pack is a mailer of any size. An envelope always has the size of ENVELOPE_IN. */
export const PACKAGE_KINDS = ['box', 'soft_pack', 'envelope', 'tube'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

const TYPES: Readonly<Record<PackageKind, PackageType>> = {
  box: 'package',
  soft_pack: 'package',
  envelope: 'envelope',
  tube: 'tube',
};

export const PACKAGE_TEXTS = {
  name: 'Please enter a name.',
  nameTaken: 'You already have a package with this name.',
  size: `Please enter a size between 0.01 and ${MAX_INCHES} inches.`,
  weight: 'Please enter a weight between 0 oz and 2,400 oz.',
  limitReached: `You can save up to ${MAX_PACKAGES} packages. Please delete one first.`,
} as const;

/** The id of one of the client's packages, or of a preset such as `usps_small_flat_rate_box`. All are lowercase. */
export const PackageIdSchema = z.string().check(z.minLength(1), z.maxLength(60), z.toLowerCase());

const inches = z
  .number(PACKAGE_TEXTS.size)
  .check(z.minimum(0.01, PACKAGE_TEXTS.size), z.maximum(MAX_INCHES, PACKAGE_TEXTS.size));

const packageFields = {
  name: z
    .string(PACKAGE_TEXTS.name)
    .check(
      z.trim(),
      z.minLength(1, PACKAGE_TEXTS.name),
      z.maxLength(80, 'Please use at most 80 characters.'),
      visibleLine,
    ),
  kind: z.enum(PACKAGE_KINDS),
  /** Outside, because carriers measure and bill the outside. An envelope's size is ignored. */
  lengthIn: inches,
  widthIn: inches,
  heightIn: inches,
  /** Ounces. Added to the weight of the items. */
  emptyWeightOz: z
    .number(PACKAGE_TEXTS.weight)
    .check(z.minimum(0, PACKAGE_TEXTS.weight), z.maximum(2_400, PACKAGE_TEXTS.weight)),
  /** Used for orders for which no other package is chosen. At most one package is the default. */
  isDefault: z.boolean(),
};
export const PackageBodySchema = z.object({
  ...packageFields,
  emptyWeightOz: z._default(packageFields.emptyWeightOz, 0),
  isDefault: z._default(packageFields.isDefault, false),
});
export type PackageBody = z.output<typeof PackageBodySchema>;

/** Changes what is given. `version` is that of the list, so that two tabs do not overwrite each other. */
export const UpdatePackageBodySchema = z.object({
  version: z.int(),
  change: z.partial(z.object(packageFields)),
});
export type UpdatePackageBody = z.output<typeof UpdatePackageBodySchema>;

const PackageSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: openEnum(PACKAGE_KINDS),
  lengthIn: z.number(),
  widthIn: z.number(),
  heightIn: z.number(),
  emptyWeightOz: z.number(),
  isDefault: z.boolean(),
  /** How many rules use it. A package that is used cannot be deleted. */
  usedByRules: z.number(),
});
export type OwnPackage = z.infer<typeof PackageSchema>;

/** Only its carrier takes it, and of that only the `services`, if there are any. */
const PresetSchema = z.object({
  /** Such as `usps_small_flat_rate_box`. */
  id: z.string(),
  carrier: z.enum(CARRIERS),
  name: z.string(),
  lengthIn: z.number(),
  widthIn: z.number(),
  heightIn: z.number(),
  /** Pounds. */
  maxWeightLb: z.nullable(z.number()),
  isFlatRate: z.boolean(),
  services: z.array(z.string()),
  /** What the client must know before using it. */
  description: z.string(),
});
export type PackagePreset = z.infer<typeof PresetSchema>;

/** Saved in the profile, for single labels and uploads. Rules and orders can use it like one of the packages of the Packages page. */
const SavedPackageSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: openEnum(PACKAGE_TYPES),
  lengthIn: z.number(),
  widthIn: z.number(),
  heightIn: z.number(),
  usedByRules: z.number(),
});
export type SavedPackage = z.infer<typeof SavedPackageSchema>;

export const PackagesAnswerSchema = z.object({
  version: z.number(),
  packages: z.array(PackageSchema),
  saved: z.array(SavedPackageSchema),
  presets: z.array(PresetSchema),
});
export type PackagesAnswer = z.infer<typeof PackagesAnswerSchema>;
export const PackageAnswerSchema = z.object({ version: z.number(), package: PackageSchema });
export type PackageAnswer = z.infer<typeof PackageAnswerSchema>;

/** The size that the package is shipped with. */
export const packageSizeOf = (own: {
  kind: PackageKind;
  lengthIn: number;
  widthIn: number;
  heightIn: number;
}) =>
  own.kind === 'envelope'
    ? {
        type: 'envelope' as const,
        lengthIn: ENVELOPE_IN.length,
        widthIn: ENVELOPE_IN.width,
        heightIn: ENVELOPE_IN.height,
      }
    : {
        type: TYPES[own.kind],
        lengthIn: own.lengthIn,
        widthIn: own.widthIn,
        heightIn: own.heightIn,
      };
