import type { ServiceFacts } from '../data/service-facts.ts';

export const leavesTheCountry = ({ class: kind }: ServiceFacts) =>
  kind === 'international' || kind === 'canada-ground';
export const goesByRoad = ({ class: kind }: ServiceFacts) => kind === 'ground' || kind === 'canada-ground';
