import {
  PACKAGE_KINDS,
  PackageAnswerSchema,
  type PackageBody,
  type PackageKind,
  type PackagesAnswer,
  PackagesAnswerSchema,
  type UpdatePackageBody,
} from '@lading/contract/orders/packages.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';

export const PACKAGES_KEY = 'packages';

export const readPackages = (signal: AbortSignal) =>
  apiRequest(PackagesAnswerSchema, API.packages, { signal });

export const usePackages = () =>
  useQuery({ queryKey: [PACKAGES_KEY], queryFn: ({ signal }) => readPackages(signal) });

/** Treats a kind that this version does not know as a box. */
export const knownKind = (kind: string): PackageKind =>
  PACKAGE_KINDS.find((known) => known === kind) ?? 'box';

export const addPackage = (body: PackageBody) =>
  apiRequest(PackageAnswerSchema, API.packages, { method: 'POST', body });

export const updatePackage = (id: string, body: UpdatePackageBody) =>
  apiRequest(PackageAnswerSchema, path(API.package, { id }), { method: 'PATCH', body });

export const removePackage = (id: string) =>
  apiRequest(z.unknown(), path(API.package, { id }), { method: 'DELETE' });

interface Size {
  lengthIn: number;
  widthIn: number;
  heightIn: number;
}

const inches = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** 10 × 8 × 6 in */
export const sizeText = ({ lengthIn, widthIn, heightIn }: Size): string =>
  `${inches(lengthIn)} × ${inches(widthIn)} × ${inches(heightIn)} in`;

interface PackageOption {
  value: string;
  label: string;
  group: string;
}

/** Own packages first, then those of the profile, then the carriers' packages by carrier. */
export function packageOptions(answer: Omit<PackagesAnswer, 'version'>): PackageOption[] {
  const option = (group: string, { id, name, ...size }: Size & { id: string; name: string }) => ({
    value: id,
    label: `${name} (${sizeText(size)})`,
    group,
  });
  return [
    ...answer.packages.map((own) => option('Your packages', own)),
    ...answer.saved.map((saved) => option('Saved in your profile', saved)),
    ...answer.presets.map((preset) => option(preset.carrier, preset)),
  ];
}
