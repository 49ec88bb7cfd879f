import { compose } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { DistantLabelProvider } from './distant-label-provider.ts';

/** A worker in a separate process, like `npm run worker`, with a label provider of the given latency. */
const latencyMs = Number(process.argv[2]);
const config = readConfig(process.env, 'worker');
const composition = await compose(
  config,
  config.databaseUrl ?? '',
  createLog('error'),
  () => 'http://localhost',
);
const { deps } = composition;
if (latencyMs > 0)
  deps.labelProvider = new DistantLabelProvider(
    deps.labelProvider,
    latencyMs,
    deps.labelProvider.pace.parallel,
  );
await composition.startJobs();
composition.startSweeping();
process.once('SIGTERM', async () => {
  await composition.close();
  process.exit(0);
});
process.stdout.write('ready\n');
