import type { AccountStatus } from '@lading/contract/constants.ts';

export interface DemoClient {
  name: string;
  email: string;
  phone: string;
  status: AccountStatus;
  /** Days between two visits. */
  everyDays: number;
  /** Shipped a lot until a week ago. */
  hasFallenVolume?: boolean;
}

/** Fictional small shops. The phone numbers are from the range reserved for fiction. */
export const DEMO_CLIENTS: readonly DemoClient[] = [
  {
    name: 'Dana Reyes',
    email: 'dana@juniperandwax.example',
    phone: '5125550118',
    status: 'active',
    everyDays: 1,
  },
  {
    name: 'Tomás Ferreira',
    email: 'tomas@ferreiracoffee.example',
    phone: '3055550176',
    status: 'active',
    everyDays: 1,
    hasFallenVolume: true,
  },
  {
    name: 'Priya Nair',
    email: 'orders@monsoonteas.example',
    phone: '7325550191',
    status: 'active',
    everyDays: 2,
  },
  {
    name: 'Henrik Solberg',
    email: 'henrik@fjordknits.example',
    phone: '6125550133',
    status: 'active',
    everyDays: 2,
  },
  {
    name: 'Mei-Ling Chow',
    email: 'meiling@paperlantern.example',
    phone: '4155550107',
    status: 'active',
    everyDays: 3,
  },
  {
    name: 'Owen Gallagher',
    email: 'owen@gallagherguitars.example',
    phone: '6175550164',
    status: 'active',
    everyDays: 4,
  },
  {
    name: 'Amara Okafor',
    email: 'amara@adireprints.example',
    phone: '4045550129',
    status: 'active',
    everyDays: 3,
  },
  {
    name: 'Lucía Bravo',
    email: 'hola@bravobotanica.example',
    phone: '6195550185',
    status: 'active',
    everyDays: 5,
  },
  {
    name: 'Grant Whitaker',
    email: 'grant@tidewaterbadminton.example',
    phone: '7575550152',
    status: 'active',
    everyDays: 7,
  },
  {
    name: 'Noor Haddad',
    email: 'noor@cedarsoap.example',
    phone: '3135550140',
    status: 'suspended',
    everyDays: 6,
  },
  {
    name: 'Bea Lindqvist',
    email: 'bea@northlinevinyl.example',
    phone: '2065550171',
    status: 'inactive',
    everyDays: 9,
  },
  {
    name: 'Sam Whitecloud',
    email: 'sam@highdesertclay.example',
    phone: '5055550113',
    status: 'active',
    everyDays: 4,
  },
];
