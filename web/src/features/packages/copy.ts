import type { PackageKind } from '@lading/contract/orders/packages.ts';
import { counted } from '../../lib/format-count.ts';

export const KIND_NAMES: Record<PackageKind, string> = {
  box: 'Box',
  soft_pack: 'Soft pack',
  envelope: 'Envelope',
  tube: 'Tube',
};

export const COPY = {
  title: 'Packages',
  intro: 'Save the packages you use. Rules and orders can then choose them by name.',
  orders: 'Orders',
  rules: 'Rules',
  add: 'Add package',
  addTitle: 'New package',
  editTitle: 'Edit package',
  own: 'Your packages',
  presets: 'Packages of the carriers',
  presetsHint: 'Built in. Only their carrier takes them.',
  none: 'No packages yet',
  noneHint: 'Add the boxes and mailers you ship with.',
  loadFailed: 'We couldn’t load your packages.',
  changeFailed: 'We couldn’t save the change.',
  saved: 'The package is saved.',
  isDefault: 'Use this package when nothing else chooses one',
  defaultMark: 'Default',
  makeDefault: 'Make default',
  noDefault: 'Remove default',
  defaultSaved: (name: string) => `${name} is the default package.`,
  defaultRemoved: 'There is no default package now.',
  sizeHint: 'Measure the outside: carriers bill the outside size.',
  envelopeHint: 'Envelope: 12 × 9 × 0.25 in',
  weightHint: 'Added to the weight of the items.',
  deleteTitle: 'Delete this package?',
  deleteHint: 'Orders that are already packed in it keep their size.',
  deleted: 'The package is deleted.',
  usedBy: (n: number) => `Used by ${counted(n, 'rule')}`,
  unused: 'Not used by rules',
  count: (n: number) => counted(n, 'package'),
} as const;
