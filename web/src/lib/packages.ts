import {
  type OwnPackage,
  PackageAnswerSchema,
  type PackageBody,
  type PackagesAnswer,
  PackagesAnswerSchema,
  type UpdatePackageBody,
} from '@lading/contract/orders/packages.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiRequest } from './api-client.ts';

export const PACKAGES_KEY = 'packages';

export const usePackages = () =>
  useQuery({
    queryKey: [PACKAGES_KEY],
    queryFn: ({ signal }) => apiRequest(PackagesAnswerSchema, API.packages, { signal }),
  });

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

/** Own packages first, then the carriers' packages by carrier. */
export function packageOptions(answer: Pick<PackagesAnswer, 'packages' | 'presets'>): PackageOption[] {
  const own = ({ id, name, ...size }: OwnPackage) => ({
    value: id,
    label: `${name} (${sizeText(size)})`,
    group: 'Your packages',
  });
  return [
    ...answer.packages.map(own),
    ...answer.presets.map(({ id, carrier, name, ...size }) => ({
      value: id,
      label: `${name} (${sizeText(size)})`,
      group: carrier,
    })),
  ];
}
