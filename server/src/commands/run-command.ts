import { StartError } from '../platform/app-error.ts';
import { nameSourcesInStacks } from '../platform/source-maps.ts';

/** Runs a command line program. Expected errors print one sentence, all others their stack. */
export function runCommand(main: () => Promise<void>): void {
  nameSourcesInStacks(process.argv[1]);
  main().catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}
