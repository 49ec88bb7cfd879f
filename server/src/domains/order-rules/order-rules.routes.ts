import {
  AddRuleAnswerSchema,
  AddRuleBodySchema,
  OrderRulesAnswerSchema,
  ReorderRulesBodySchema,
  UpdateRuleBodySchema,
} from '@lading/contract/orders/order-rules.ts';
import {
  PackageAnswerSchema,
  PackageBodySchema,
  PackagesAnswerSchema,
  UpdatePackageBodySchema,
} from '@lading/contract/orders/packages.ts';
import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { addPackage, listPackages, removePackage, updatePackage } from './manage-packages.ts';
import { addRule, listRules, removeRule, reorderRules, updateRule } from './manage-rules.ts';
import type { OrderRuleDeps } from './order-rules.deps.ts';

const KB = 1024;
/** Fits twenty conditions with a hundred SKUs each. */
const RULE_LIMIT = 256 * KB;
const BODY_LIMIT = 16 * KB;
const DeletedSchema = z.object({ deleted: z.literal(true) });

const route = routesOf<OrderRuleDeps>('Order rules');

const RULE_ROUTES = [
  route({
    method: 'GET',
    path: API.orderRules,
    access: 'user',
    operationId: 'listOrderRules',
    summary: 'Lists the rules that prepare orders, in the order in which they run.',
    answer: OrderRulesAnswerSchema,
    handle: (deps, { actor }) => listRules(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.orderRules,
    access: 'user',
    operationId: 'reorderOrderRules',
    summary: 'Changes the order of the rules. Open orders are updated.',
    bodyLimit: BODY_LIMIT,
    body: ReorderRulesBodySchema,
    answer: OrderRulesAnswerSchema,
    handle: (deps, { actor, body }) => reorderRules(deps, actor, body),
  }),
  route({
    method: 'POST',
    path: API.orderRules,
    access: 'user',
    operationId: 'createOrderRule',
    summary: 'Adds a rule. Open orders are updated.',
    bodyLimit: RULE_LIMIT,
    body: AddRuleBodySchema,
    answer: AddRuleAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => addRule(deps, actor, body),
  }),
  route({
    method: 'PATCH',
    path: API.orderRule,
    access: 'user',
    operationId: 'updateOrderRule',
    summary: 'Changes a rule. Open orders are updated.',
    bodyLimit: RULE_LIMIT,
    params: IdSchema,
    body: UpdateRuleBodySchema,
    answer: OrderRulesAnswerSchema,
    handle: (deps, { actor, params, body }) => updateRule(deps, actor, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: API.orderRule,
    access: 'user',
    operationId: 'deleteOrderRule',
    summary: 'Deletes a rule. Open orders are updated.',
    params: IdSchema,
    answer: OrderRulesAnswerSchema,
    handle: (deps, { actor, params }) => removeRule(deps, actor, params.id),
  }),
];

const PACKAGE_ROUTES = [
  route({
    method: 'GET',
    path: API.packages,
    access: 'user',
    apiKey: 'orders',
    operationId: 'listPackages',
    summary: "Lists the client's packages and the carriers' packages.",
    answer: PackagesAnswerSchema,
    handle: (deps, { actor }) => listPackages(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.packages,
    access: 'user',
    operationId: 'createPackage',
    summary: 'Saves a package.',
    bodyLimit: BODY_LIMIT,
    body: PackageBodySchema,
    answer: PackageAnswerSchema,
    status: 201,
    handle: (deps, { actor, body }) => addPackage(deps, actor, body),
  }),
  route({
    method: 'PATCH',
    path: API.package,
    access: 'user',
    operationId: 'updatePackage',
    summary: 'Changes a package. Open orders that use it are updated.',
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: UpdatePackageBodySchema,
    answer: PackageAnswerSchema,
    handle: (deps, { actor, params, body }) => updatePackage(deps, actor, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: API.package,
    access: 'user',
    operationId: 'deletePackage',
    summary: 'Deletes a package that no rule uses.',
    params: IdSchema,
    answer: DeletedSchema,
    handle: async (deps, { actor, params }) => {
      await removePackage(deps, actor, params.id);
      return { deleted: true as const };
    },
  }),
];

export const ORDER_RULE_ROUTES = [...RULE_ROUTES, ...PACKAGE_ROUTES];
