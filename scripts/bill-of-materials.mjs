/**
 * The bill of materials of the package: which other packages are part of it, or are loaded by it. Written for those who must
 * account for what they run; CycloneDX 1.6 (ECMA-424).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const notes = join(root, 'build/bundled');
/** The bundles of dist/, by the names that {@link noteBundled} gets. */
const bundles = { worker: 'dist/worker.js', files: 'dist/worker-files.js', cli: 'dist/cli' };

/** Notes the packages of which esbuild put something into a bundle. */
export function noteBundled(name, metafile) {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const names = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, `${name}.json`), JSON.stringify([...new Set(names)].filter(Boolean).sort()));
}

/** The bill as plain data: nothing in it depends on the machine, the folder or the time. */
export function billOfMaterials() {
  const manifest = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  const containers = new Map();
  for (const [name, place] of Object.entries(bundles)) {
    for (const each of readJson(`build/bundled/${name}.json`)) {
      containers.set(each, [...(containers.get(each) ?? []), place]);
    }
  }
  const names = new Set([
    ...Object.keys(manifest.dependencies),
    ...containers.keys(),
    ...Object.keys(manifest.peerDependencies),
  ]);
  const components = [...names].sort().map((name) => {
    const locked = packages[`node_modules/${name}`];
    if (locked === undefined) throw new Error(`package-lock.json has no node_modules/${name}`);
    // Packages in a file that is loaded on use, and packages that may be installed too, are optional.
    const isPeer = name in manifest.peerDependencies;
    const isNeeded = name in manifest.dependencies || (containers.has(name) && !isPeer);
    const places = [...(name in manifest.dependencies ? ['dependencies'] : []), ...(containers.get(name) ?? [])];
    return {
      'bom-ref': purlOf(name, locked.version),
      type: 'library',
      name,
      version: locked.version,
      scope: isNeeded ? 'required' : 'optional',
      ...(locked.integrity === undefined ? {} : { hashes: [hashOf(locked.integrity)] }),
      ...(locked.license === undefined ? {} : { licenses: [{ license: licenseOf(locked.license) }] }),
      purl: purlOf(name, locked.version),
      properties: [...places, ...(isPeer ? ['peerDependencies'] : [])].map((value) => ({
        name: 'kohort:part-of',
        value,
      })),
    };
  });
  const self = purlOf(manifest.name, manifest.version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': self,
        type: 'library',
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: licenseOf(manifest.license) }],
        purl: self,
      },
    },
    components,
    dependencies: [
      { ref: self, dependsOn: components.map((component) => component['bom-ref']) },
      ...components.map((component) => ({ ref: component['bom-ref'] })),
    ],
  };
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An expression such as `(MIT OR Apache-2.0)` is no identifier. */
const licenseOf = (license) => (/^[\w.+-]+$/.test(license) ? { id: license } : { name: license });

/** Hash from npm's `integrity`, in hexadecimal digits. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split(' ')[0].split(/-(.*)/s);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}
