import {
  type AdminClient,
  AdminClientAnswerSchema,
  type AdminClientsAnswer,
  AdminClientsAnswerSchema,
  DeleteClientAnswerSchema,
  type UpdateClientInput,
} from '@lading/contract/admin-clients.ts';
import { DELETION_LIMIT_MS } from '@lading/contract/constants.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { CLIENT_BILLING_KEY } from '../../ui/billing/document-keys.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CLIENTS_PAGE_SIZE, type ClientsView } from './clients-view.ts';

const LIST_KEY = ['clients', 'list'];

export function useClients(view: ClientsView) {
  const { sortBy, sortOrder, ...filters } = view;
  const isUsual = sortBy === 'newest' && sortOrder === 'DESC';
  const query = { ...filters, limit: CLIENTS_PAGE_SIZE, ...(isUsual ? {} : { sortBy, sortOrder }) };
  const result = useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) =>
      apiRequest(AdminClientsAnswerSchema, API.adminClients, { area: 'admin', query, signal }),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(result, () => toast.error(CLIENTS.loadFailed));
  return result;
}

export const readClient = async (id: string, signal?: AbortSignal): Promise<AdminClient> =>
  (
    await apiRequest(AdminClientAnswerSchema, path(API.adminClient, { id }), {
      area: 'admin',
      ...(signal && { signal }),
    })
  ).user;

/** Includes changes by other admins since the row was loaded. Never cached. */
export const useNewestClient = (row: AdminClient | null) =>
  useQuery({
    queryKey: ['clients', 'one', row?.userId],
    queryFn: ({ signal }) => readClient(row?.userId ?? '', signal),
    enabled: row !== null,
    staleTime: 0,
    gcTime: 0,
  });

type ClientPath =
  | typeof API.adminClient
  | typeof API.adminClientSuspend
  | typeof API.adminClientActivate
  | typeof API.adminClientGlobalCommission;

const put = async (pattern: ClientPath, id: string, body?: UpdateClientInput): Promise<AdminClient> => {
  const options = { area: 'admin', method: 'PUT', body } as const;
  return (await apiRequest(AdminClientAnswerSchema, path(pattern, { id }), options)).user;
};

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

/** The calls that change clients. Each one also updates the cached lists. */
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
  /** A changed client may now belong to another page or filter. Its own page shows the same data, and its sessions may have ended. */
  const reload = () => {
    for (const queryKey of [LIST_KEY, ['clients', 'details'], ['client-sessions'], CLIENT_BILLING_KEY])
      void client.invalidateQueries({ queryKey });
  };
  /** Reloads even after an error, because someone else may have changed or deleted the client first. */
  const apply = async (change: Promise<AdminClient>) => {
    try {
      const user = await change;
      patch(user.userId, user);
      return user;
    } finally {
      reload();
    }
  };
  return {
    update: (id: string, body: UpdateClientInput) => apply(put(API.adminClient, id, body)),
    suspend: (id: string) => apply(put(API.adminClientSuspend, id)),
    activate: (id: string) => apply(put(API.adminClientActivate, id)),
    /** Optimistic: shown immediately, reverted if the server refuses. */
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
      try {
        await apiRequest(DeleteClientAnswerSchema, path(API.adminClient, { id }), {
          area: 'admin',
          method: 'DELETE',
          body: { confirmPermanentDelete: true },
          timeLimitMs: DELETION_LIMIT_MS,
        });
      } finally {
        // Any page opened before may hold data of the erased client.
        client.removeQueries({ type: 'inactive' });
        reload();
      }
    },
  };
}
export type ClientCalls = ReturnType<typeof useClientCalls>;
