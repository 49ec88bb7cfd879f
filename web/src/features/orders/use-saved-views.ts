import {
  type OrderViewBody,
  type OrderViewsAnswer,
  OrderViewsAnswerSchema,
  type SavedView,
} from '@lading/contract/orders/order-views.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';

const KEY = ['order-views'];
const NO_VIEWS: readonly SavedView[] = [];

export function useSavedViews() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiRequest(OrderViewsAnswerSchema, API.orderViews, { signal }),
  });
  const use = async (answer: Promise<OrderViewsAnswer>) => {
    client.setQueryData(KEY, await answer);
  };
  return {
    views: data?.views ?? NO_VIEWS,
    save: (body: OrderViewBody) =>
      use(apiRequest(OrderViewsAnswerSchema, API.orderViews, { method: 'POST', body })),
    remove: (id: string) =>
      use(apiRequest(OrderViewsAnswerSchema, path(API.orderView, { id }), { method: 'DELETE' })),
  };
}
