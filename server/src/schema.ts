import type { AdjustmentsTables } from './domains/adjustments/adjustments.tables.ts';
import type { AnalyticsTables } from './domains/analytics/analytics.tables.ts';
import type { AttentionTables } from './domains/attention/attention.tables.ts';
import type { AuditTables } from './domains/audit/audit.tables.ts';
import type { BalancesTables } from './domains/balances/balances.tables.ts';
import type { BillingTables } from './domains/billing/billing.tables.ts';
import type { BulkTables } from './domains/bulk/bulk.tables.ts';
import type { ClientsTables } from './domains/clients/clients.tables.ts';
import type { IdentityTables } from './domains/identity/identity.tables.ts';
import type { LedgerTables } from './domains/ledger/ledger.tables.ts';
import type { MoneyTables } from './domains/money/money.tables.ts';
import type { NoticesTables } from './domains/notices/notices.tables.ts';
import type { OrderRulesTables } from './domains/order-rules/order-rules.tables.ts';
import type { OrdersTables } from './domains/orders/orders.tables.ts';
import type { PaymentsTables } from './domains/payments/payments.tables.ts';
import type { PricingTables } from './domains/pricing/pricing.tables.ts';
import type { ProcessorBalanceTables } from './domains/processor-balance/processor-balance.tables.ts';
import type { ProductsTables } from './domains/products/products.tables.ts';
import type { ReconciliationTables } from './domains/reconciliation/reconciliation.tables.ts';
import type { SecondFactorTables } from './domains/second-factor/second-factor.tables.ts';
import type { ShipmentsTables } from './domains/shipments/shipments.tables.ts';
import type { StaffTables } from './domains/staff/staff.tables.ts';
import type { TopUpsTables } from './domains/top-ups/top-ups.tables.ts';
import type { SandboxTables } from './provider-stores/sandbox.tables.ts';

/** Adds the tables of every domain to the platform's schema, so that the platform depends on none of them. */
declare module './platform/db/schema.ts' {
  interface Schema
    extends AdjustmentsTables,
      AnalyticsTables,
      AttentionTables,
      AuditTables,
      BalancesTables,
      BillingTables,
      BulkTables,
      ClientsTables,
      IdentityTables,
      LedgerTables,
      MoneyTables,
      NoticesTables,
      OrderRulesTables,
      OrdersTables,
      PaymentsTables,
      PricingTables,
      ProcessorBalanceTables,
      ProductsTables,
      ReconciliationTables,
      SecondFactorTables,
      ShipmentsTables,
      StaffTables,
      TopUpsTables,
      SandboxTables {}
}
