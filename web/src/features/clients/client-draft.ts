import {
  ADMIN_COUNTRIES,
  type AdminClient,
  type AdminCountry,
  type CommissionType,
  UpdateClientBodySchema,
  type UpdateClientInput,
} from '@lading/contract/admin-clients.ts';
import type { AccountStatus } from '@lading/contract/constants.ts';
import { type Checked, checkBody, type Problems } from '../../lib/form-problems.ts';
import { readAmount } from '../../ui/commission/commission-amount.ts';

/** The form's values, flat and as text. */
export interface ClientDraft {
  fullName: string;
  email: string;
  phone: string;
  street: string;
  suite: string;
  city: string;
  state: string;
  zipCode: string;
  country: AdminCountry;
  status: AccountStatus;
  commissionType: CommissionType;
  commissionAmount: string;
}

/** The specified defaults for a new client. */
const NEW_CLIENT: ClientDraft = {
  fullName: '',
  email: '',
  phone: '',
  street: '',
  suite: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'USA',
  status: 'active',
  commissionType: 'global',
  commissionAmount: '0',
};

const isAdminCountry = (text: string | undefined): text is AdminCountry =>
  text !== undefined && Object.hasOwn(ADMIN_COUNTRIES, text);

export function draftOf(client: AdminClient | null): ClientDraft {
  if (client === null) return NEW_CLIENT;
  const { fullName, email, phone, defaultAddress: address, status, commission } = client;
  return {
    fullName,
    email,
    phone: phone ?? '',
    street: address?.street ?? '',
    suite: address?.suite ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
    country: isAdminCountry(address?.country) ? address.country : 'USA',
    status,
    commissionType: commission.usesGlobal ? 'global' : commission.markupType,
    commissionAmount: commission.usesGlobal ? '' : String(commission.markupAmount),
  };
}

/** An address without any text is omitted. */
function addressOf(draft: ClientDraft): UpdateClientInput['address'] {
  const { street, suite, city, state, zipCode, country } = draft;
  if ([street, suite, city, state, zipCode].every((part) => part.trim() === '')) return null;
  return { street, suite, city, state, zipCode, country };
}

function commissionOf({ commissionType, commissionAmount }: ClientDraft): Checked<UpdateClientInput> {
  if (commissionType === 'global') return { body: { commissionType } };
  const read = readAmount(commissionType, commissionAmount);
  if ('problem' in read) return { errors: { commissionAmount: read.problem } };
  return { body: { commissionType, commissionAmount: read.amount } };
}

/** The request body, or the problems by field. */
export function checkDraft(draft: ClientDraft): Checked<UpdateClientInput> {
  const body: UpdateClientInput = {
    fullName: draft.fullName,
    email: draft.email,
    phone: draft.phone.trim() === '' ? null : draft.phone,
    address: addressOf(draft),
    status: draft.status,
  };
  const commission = commissionOf(draft);
  const errors: Problems = { ...errorsOf(checkBody(UpdateClientBodySchema, body)), ...errorsOf(commission) };
  if ('errors' in commission || Object.keys(errors).length > 0) return { errors };
  return { body: { ...body, ...commission.body } };
}

const errorsOf = (checked: Checked<unknown>): Problems => ('errors' in checked ? checked.errors : {});
