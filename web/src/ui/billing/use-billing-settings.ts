import { BillingSettingsAnswerSchema } from '@lading/contract/billing.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

export const BILLING_SETTINGS_KEY = ['billing-settings'];

export const readBillingSettings = (signal?: AbortSignal) =>
  apiRequest(BillingSettingsAnswerSchema, API.adminBillingSettings, {
    area: 'admin',
    ...(signal && { signal }),
  });

/** The operator's settings. For admin screens. */
export const useBillingSettings = () =>
  useQuery({
    queryKey: BILLING_SETTINGS_KEY,
    queryFn: ({ signal }) => readBillingSettings(signal),
  });
