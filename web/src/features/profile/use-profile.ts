import { PROFILE } from '@lading/contract/messages.ts';
import {
  ProfileAnswerSchema,
  type ProfileBody,
  UpdateProfileAnswerSchema,
} from '@lading/contract/profile.ts';
import { API } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { checkSession } from '../../lib/session-check.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Profile } from './profile-draft.ts';

/** Under `profile`, because other screens cache the same call in another shape. */
const SETTINGS_KEY = ['profile', 'settings'];

export function useProfile() {
  const result = useQuery<Profile>({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }) => (await apiRequest(ProfileAnswerSchema, API.profile, { signal })).data,
  });
  useLoadFailure(result, () => toast.error(PROFILE.loadFailed));
  return result;
}

export function useSaveProfile() {
  const client = useQueryClient();
  return async (body: ProfileBody) => {
    const { user } = await apiRequest(UpdateProfileAnswerSchema, API.profile, { method: 'PUT', body });
    await client.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' });
    client.setQueryData<Profile>(SETTINGS_KEY, user);
    toast.success(PROFILE.saved);
    // The specification requires a new session check, which also updates the name in the header.
    void checkSession();
  };
}
