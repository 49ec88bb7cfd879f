import { type LockFile, nameOf } from './packages.ts';

/** A bill of materials in CycloneDX 1.6, from the lock file alone, so that it is the same everywhere. */
export function bomOf(lock: LockFile, version: string, withTools: boolean) {
  const packages = Object.entries(lock.packages).filter(
    ([path, { link = false, dev = false }]) => path.includes('node_modules/') && !link && (withTools || !dev),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'lading', version, 'bom-ref': `lading@${version}` } },
    components: packages.map(([path, locked]) => {
      const name = nameOf(path);
      const [algorithm = '', digest = ''] = (locked.integrity ?? '').split(/-(.*)/s);
      return {
        type: 'library',
        'bom-ref': path,
        name,
        version: locked.version ?? '',
        purl: `pkg:npm/${name.replace('@', '%40')}@${locked.version}`,
        scope: locked.dev ? 'excluded' : locked.optional ? 'optional' : 'required',
        ...(algorithm === 'sha512'
          ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
          : {}),
        ...(locked.license ? { licenses: [{ expression: locked.license }] } : {}),
      };
    }),
  };
}
