/** Decisions of a random run. */
export class RandomChoices {
  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  upTo(limit: number): number {
    return 1 + Math.floor(this.random() * limit);
  }

  happens(probability: number): boolean {
    return this.random() < probability;
  }
}
