import type { CardRecord } from '../port.ts';

type StoredSetupStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';

/** The gateway's own records of customers and saved cards. All processes of an installation share them. */
export interface CardJournal {
  /** Stores the customer, or returns the one that exists under its key. */
  addCustomer(customer: { customerId: string; key: string; createdAt: Date }): Promise<string>;
  hasCustomer(customerId: string): Promise<boolean>;
  /** Stores the setup, or returns the one that exists under its key. */
  addSetup(setup: NewSetup): Promise<StoredSetup>;
  findSetup(setupId: string): Promise<StoredSetup | null>;
  /** Changes a setup in a transaction; null when there is no such setup. */
  changeSetup<T>(setupId: string, decide: (setup: StoredSetup) => SetupChange<T>): Promise<T | null>;
  /** Newest first, without detached ones. */
  listCards(customerId: string): Promise<CardRecord[]>;
  findCard(customerId: string, methodId: string): Promise<CardRecord | null>;
  detachCard(methodId: string, now: Date): Promise<void>;
}

interface NewSetup {
  setupId: string;
  key: string;
  customerId: string;
  clientSecret: string;
  createdAt: Date;
}

/** A card while it is being saved or charged. */
export interface PendingCard {
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface StoredSetup extends Omit<NewSetup, 'createdAt'> {
  status: StoredSetupStatus;
  /** The card that waits for 3-D Secure. */
  pending: PendingCard | null;
}

export interface SetupChange<T> {
  status?: StoredSetupStatus;
  pending?: PendingCard | null;
  /** A card to save for the customer. */
  attach?: CardRecord & { createdAt: Date };
  answer: T;
}
