import { AdminAdjustmentsAnswerSchema } from '@lading/contract/adjustments.ts';
import { AdminClientsAnswerSchema } from '@lading/contract/admin-clients.ts';
import { AdminShipmentDetailsSchema, AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { AttentionAnswerSchema } from '@lading/contract/attention.ts';
import { AdminBillingDocumentsAnswerSchema, BillingSettingsAnswerSchema } from '@lading/contract/billing.ts';
import { GlobalPricingAnswerSchema } from '@lading/contract/global-pricing.ts';
import { IncidentsAnswerSchema } from '@lading/contract/incidents.ts';
import { LABELS, PRICING, SHIPMENTS } from '@lading/contract/messages.ts';
import {
  mayDo,
  type Permission,
  permissionMessage,
  STAFF_ROLES,
  type StaffRole,
} from '@lading/contract/permissions.ts';
import { PriceRulesAnswerSchema } from '@lading/contract/pricing/price-lists.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { type Answers, json, never } from '../../test/fake-server.ts';
import { sample } from '../../test/sample.ts';
import { button, main } from '../../test/screen.ts';
import { PAGE_PERMISSIONS } from './navigation.ts';

const ENTRIES = [
  [LABELS.dashboard, PAGES.adminDashboard],
  [LABELS.clients, PAGES.adminClients],
  [LABELS.pricing, PAGES.adminPricing],
  [LABELS.shipments, PAGES.adminShipments],
  [LABELS.auditLogs, PAGES.adminAuditLogs],
  ['Money', PAGES.adminMoney],
  ['Refunds', PAGES.adminRefunds],
  ['Unspent money', PAGES.adminUnspentMoney],
  ['Adjustments', PAGES.adminAdjustments],
  ['Billing', PAGES.adminBilling],
  ['Payouts', PAGES.adminPayouts],
  ['Staff', PAGES.adminStaff],
] as const;

const SHIPMENT = '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a11';
const ADMIN_PATHS = Object.values(API).filter((route) => route.startsWith('/api/admin'));
/** Pages are opened with the name of a parameter as its value, which the calls encode. */
const WAITING: Answers = Object.fromEntries(
  ADMIN_PATHS.map((route) => [`GET ${route.replaceAll('/:', '/%3A')}`, never]),
);
const ANSWERS: Answers = {
  ...WAITING,
  [`GET ${API.adminAdjustments}`]: () => json(sample(AdminAdjustmentsAnswerSchema)),
  [`GET ${API.adminClients}`]: () => json(sample(AdminClientsAnswerSchema)),
  [`GET ${API.adminGlobalPricing}`]: () => json(sample(GlobalPricingAnswerSchema)),
  [`GET ${API.adminPriceRules}`]: () => json(sample(PriceRulesAnswerSchema)),
  [`GET ${API.adminBillingDocuments}`]: () => json(sample(AdminBillingDocumentsAnswerSchema)),
  [`GET ${API.adminBillingSettings}`]: () => json(sample(BillingSettingsAnswerSchema)),
  [`GET ${API.adminShipments}`]: () => json(sample(AdminShipmentsAnswerSchema)),
  [`GET ${path(API.adminShipment, { id: SHIPMENT })}`]: () => json(sample(AdminShipmentDetailsSchema)),
  [`GET ${API.adminAttention}`]: () => json(sample(AttentionAnswerSchema)),
  [`GET ${API.adminIncidents}`]: () => json(sample(IncidentsAnswerSchema)),
};

const openAs = (staffRole: StaffRole, at: string, answers: Answers = ANSWERS) =>
  openApp(at, { as: 'admin', staffRole, answers });

const refusal = () => page.getByRole('heading', { name: 'Your role doesn’t have access to this page' });

/** Every control that depends on the role, and what shows that its page has loaded. */
const CONTROLS: readonly {
  permission: Permission;
  at: string;
  loaded: () => ReturnType<typeof button>;
  control: () => ReturnType<typeof button>;
}[] = [
  {
    permission: 'clients.write',
    at: PAGES.adminClients,
    loaded: () => page.getByRole('rowheader'),
    control: () => button(/^Edit /),
  },
  {
    permission: 'clients.suspend',
    at: PAGES.adminClients,
    loaded: () => page.getByRole('rowheader'),
    control: () => button(/^(Suspend|Activate) /),
  },
  {
    permission: 'clients.delete',
    at: PAGES.adminClients,
    loaded: () => page.getByRole('rowheader'),
    control: () => button(/^Delete /),
  },
  {
    permission: 'pricing.write',
    at: PAGES.adminClients,
    loaded: () => page.getByRole('rowheader'),
    control: () => button(/change the commission/),
  },
  {
    permission: 'pricing.write',
    at: PAGES.adminPricing,
    loaded: () => main().getByRole('heading', { level: 2 }).first(),
    control: () => button(PRICING.save),
  },
  {
    permission: 'pricing.write',
    at: PAGES.adminPriceRules,
    loaded: () => main().getByRole('heading', { name: 'In effect' }),
    control: () => button('Edit rules'),
  },
  {
    permission: 'adjustments.write',
    at: PAGES.adminAdjustments,
    loaded: () => page.getByRole('rowheader'),
    control: () => button('Default policy'),
  },
  {
    permission: 'billing.write',
    at: PAGES.adminBilling,
    loaded: () => page.getByRole('rowheader'),
    control: () => button('Issue documents'),
  },
  {
    permission: 'billing.write',
    at: `${PAGES.adminBilling}?tab=settings`,
    loaded: () => main().getByRole('heading', { name: 'Numbers' }),
    control: () => button('Save'),
  },
  {
    permission: 'refunds.create',
    at: `${PAGES.adminShipments}?shipment=${SHIPMENT}`,
    loaded: () => page.getByRole('heading', { name: 'Refunds' }),
    control: () =>
      page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${SHIPMENTS.refund} `) }),
  },
  {
    permission: 'exports.read',
    at: PAGES.adminShipments,
    loaded: () => page.getByRole('rowheader'),
    control: () => button(SHIPMENTS.export),
  },
  {
    permission: 'attention.snooze',
    at: PAGES.adminDashboard,
    loaded: () => page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem'),
    control: () => button(/^Snooze /),
  },
  {
    permission: 'incidents.resolve',
    at: PAGES.adminIncidents,
    loaded: () => page.getByRole('article'),
    control: () => button('Close incident'),
  },
];

describe.each(STAFF_ROLES)('the admin area for %s', (role) => {
  const pages = Object.keys(PAGE_PERMISSIONS);
  const isAllowed = (target: string) => mayDo(role, PAGE_PERMISSIONS[target] as Permission);
  const allowed = ENTRIES.filter(([, to]) => isAllowed(to));

  it('starts with and lists exactly the pages of the role', async () => {
    const { currentPath } = await openAs(role, PAGES.admin, WAITING);
    const links = () =>
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .elements()
        .map((link) => link.textContent);
    await expect.poll(links).toEqual(allowed.map(([label]) => label));
    await expect.poll(currentPath).toBe(allowed[0]?.[1]);
  });

  it('opens every page of the role', async () => {
    const { router } = await openAs(role, PAGES.admin, WAITING);
    for (const target of pages.filter(isAllowed)) {
      await router.navigate(target);
      await expect.element(main().getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(refusal()).not.toBeInTheDocument();
    }
  });

  const refused = pages.filter((target) => !isAllowed(target));

  // An owner may open every page.
  if (refused.length > 0)
    it('explains which pages are not included, and loads none of their data', async () => {
      const { callsTo, router } = await openAs(role, refused[0] ?? '', WAITING);
      for (const target of refused) {
        await router.navigate(target);
        await expect.element(refusal()).toBeVisible();
        const reason = permissionMessage(role, PAGE_PERMISSIONS[target] as Permission);
        await expect.element(main().getByText(reason)).toBeVisible();
      }
      expect(ADMIN_PATHS.flatMap((route) => callsTo(`GET ${route}`))).toEqual([]);
    });

  const screens = [...Map.groupBy(CONTROLS, ({ at }) => at)].filter(([at]) =>
    isAllowed(new URL(at, 'http://x').pathname),
  );

  it.each(screens)('shows or hides the controls of %s', async (at, controls) => {
    await openAs(role, at);
    for (const { permission, loaded, control } of controls) {
      await expect.element(loaded()).toBeVisible();
      if (mayDo(role, permission)) await expect.element(control()).toBeVisible();
      else await expect.element(control()).not.toBeInTheDocument();
    }
  });
});

describe('the form of a client', () => {
  const openForm = async (role: StaffRole) => {
    const { users } = sample(AdminClientsAnswerSchema);
    const client = { ...users[0], fullName: 'Ada Park', email: 'ada@shop.example', phone: null };
    const one = path(API.adminClient, { id: client.userId ?? '' });
    const app = await openAs(role, PAGES.adminClients, {
      ...ANSWERS,
      [`GET ${API.adminClients}`]: () => json({ ...sample(AdminClientsAnswerSchema), users: [client] }),
      [`GET ${one}`]: () => json({ user: client }),
      [`PUT ${one}`]: () => json({ user: client }),
    });
    await button('Edit Ada Park').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    return { ...app, one };
  };
  const box = (name: string) => page.getByRole('dialog').getByRole('combobox', { name });

  it.each(['finance', 'support'] as const)('offers %s only what the role may change', async (role) => {
    const { callsTo, one } = await openForm(role);
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'Email' });
    await expect.element(email).toBeDisabled();
    const status = box('Status');
    if (mayDo(role, 'clients.suspend')) await expect.element(status).toBeEnabled();
    else await expect.element(status).toBeDisabled();
    const commission = box('Commission Type');
    if (mayDo(role, 'pricing.write')) await expect.element(commission).toBeEnabled();
    else await expect.element(commission).not.toBeInTheDocument();
    await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Full Name' }), 'Ada Parker');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => callsTo(`PUT ${one}`).length).toBe(1);
    const sent = callsTo(`PUT ${one}`)[0]?.body as object;
    expect('commissionType' in sent).toBe(mayDo(role, 'pricing.write'));
  });
});
