import {
  type AdminClient,
  AdminClientAnswerSchema,
  type AdminClientsAnswer,
  AdminClientsAnswerSchema,
  DeleteClientAnswerSchema,
  type UpdateClientInput,
} from '@lading/contract/admin-clients.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CLIENTS_PAGE_SIZE, type ClientsView } from './clients-view.ts';

const LIST_KEY = ['clients', 'list'];

export function useClients(view: ClientsView) {
  const query = { ...view, limit: CLIENTS_PAGE_SIZE };
  const result = useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) =>
      apiRequest(AdminClientsAnswerSchema, API.adminClients, { area: 'admin', query, signal }),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(result, () => toast.error(CLIENTS.loadFailed));
  return result;
}

const at = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));

/** What others have changed since the row was loaded. Never kept: the next time it is asked again. */
export const useNewestClient = (row: AdminClient | null) =>
  useQuery({
    queryKey: ['clients', 'one', row?.userId],
    queryFn: ({ signal }) =>
      apiRequest(AdminClientAnswerSchema, at(API.adminClient, row?.userId ?? ''), { area: 'admin', signal }),
    select: ({ user }) => user,
    enabled: row !== null,
    staleTime: 0,
    gcTime: 0,
  });

const put = async (path: string, id: string, body?: UpdateClientInput): Promise<AdminClient> =>
  (await apiRequest(AdminClientAnswerSchema, at(path, id), { area: 'admin', method: 'PUT', body })).user;

export type Commission = AdminClient['commission'];
export type CommissionChange =
  | { type: 'global' }
  | { type: Commission['markupType']; amount: Commission['markupAmount'] };

const sendCommission = (id: string, change: CommissionChange) =>
  change.type === 'global'
    ? put(API.adminClientGlobalCommission, id)
    : put(API.adminClient, id, { commissionType: change.type, commissionAmount: change.amount });

const commissionAfter = (before: Commission, change: CommissionChange): Commission =>
  change.type === 'global'
    ? { ...before, usesGlobal: true }
    : { usesGlobal: false, markupType: change.type, markupAmount: change.amount };

/** The calls that change clients, with their effect on the lists. */
export function useClientCalls() {
  const client = useQueryClient();
  const patch = (id: string, part: Partial<AdminClient>) =>
    client.setQueriesData<AdminClientsAnswer>(
      { queryKey: LIST_KEY },
      (answer) =>
        answer && {
          ...answer,
          users: answer.users.map((user) => (user.userId === id ? { ...user, ...part } : user)),
        },
    );
  /** What was changed may belong to another page or filter now, so the lists are asked again. */
  const reload = () => void client.invalidateQueries({ queryKey: LIST_KEY });
  const settle = (user: AdminClient) => {
    patch(user.userId, user);
    reload();
  };
  return {
    update: async (id: string, body: UpdateClientInput) => settle(await put(API.adminClient, id, body)),
    suspend: async (id: string) => settle(await put(API.adminClientSuspend, id)),
    activate: async (id: string) => settle(await put(API.adminClientActivate, id)),
    /** Shown before it is answered, and taken back when it is refused. */
    changeCommission: async ({ userId, commission }: AdminClient, change: CommissionChange) => {
      await client.cancelQueries({ queryKey: LIST_KEY });
      patch(userId, { commission: commissionAfter(commission, change) });
      try {
        patch(userId, await sendCommission(userId, change));
      } catch (error) {
        patch(userId, { commission });
        throw error;
      } finally {
        reload();
      }
    },
    remove: async (id: string) => {
      await apiRequest(DeleteClientAnswerSchema, at(API.adminClient, id), {
        area: 'admin',
        method: 'DELETE',
        body: { confirmPermanentDelete: true },
      });
      reload();
    },
  };
}
export type ClientCalls = ReturnType<typeof useClientCalls>;
