// What must hold of the packages that Frontlist is made of: the check finds each problem, and none here.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../package.json'
import { type Lockfile, type Manifest, problemsOf, shippedOf } from '../../scripts/supply-chain.ts'

const root = join(import.meta.dir, '../..')
const lockfile: Lockfile = await Bun.file(join(root, 'package-lock.json')).json()

const pg = lockfile.packages['node_modules/pg']!
const axe = lockfile.packages['node_modules/axe-core']!
const locked = (name: string, entry: object): Lockfile => ({
  packages: { ...lockfile.packages, [`node_modules/${name}`]: { ...entry } },
})
const { integrity: _, ...unchecked } = pg
const { license: __, ...unlicensed } = pg
const ofMany = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`package-${at}`, '1.0.0']))

test('of this project there is nothing to say', () => {
  expect(problemsOf(manifest, lockfile)).toEqual([])
})

test.each<[string, string, Manifest, Lockfile]>([
  ['a range', 'pg has no exact version: ^8.0.0.', having({ dependencies: { pg: '^8.0.0' } }), lockfile],
  ['a tag', 'hono has no exact version: latest.', having({ devDependencies: { hono: 'latest' } }), lockfile],
  [
    'a dependency too many',
    'There are 30 dependencies, and may be 29.',
    having({ dependencies: ofMany }),
    lockfile,
  ],
  ['no checksum', 'pg is locked without a SHA-512.', manifest, locked('pg', unchecked)],
  [
    'a weak checksum',
    'pg is locked without a SHA-512.',
    manifest,
    locked('pg', { ...pg, integrity: 'sha1-aa' }),
  ],
  [
    'an address',
    'pg is locked to the address https://example.com/pg.tgz.',
    manifest,
    locked('pg', { ...pg, resolved: 'https://example.com/pg.tgz' }),
  ],
  [
    'a licence that asks for more',
    'pg has the licence AGPL-3.0-only, which is not one of those allowed.',
    manifest,
    locked('pg', { ...pg, license: 'AGPL-3.0-only' }),
  ],
  [
    'a licence that one package may have, and another has',
    'pg has the licence LGPL-3.0-or-later, which is not one of those allowed.',
    manifest,
    locked('pg', { ...pg, license: 'LGPL-3.0-or-later' }),
  ],
  [
    'two licences at once, one of which asks for more',
    'pg has the licence MIT AND GPL-2.0-only, which is not one of those allowed.',
    manifest,
    locked('pg', { ...pg, license: 'MIT AND GPL-2.0-only' }),
  ],
  [
    'no licence',
    'pg has the licence (none), which is not one of those allowed.',
    manifest,
    locked('pg', unlicensed),
  ],
  [
    'a package given on with a licence for development',
    'axe-core has the licence MPL-2.0, which is not one of those allowed.',
    manifest,
    locked('axe-core', { ...axe, dev: false }),
  ],
  [
    'a script that is not there',
    'allowScripts names pg, which has no install script.',
    having({ allowScripts: { pg: true } }),
    lockfile,
  ],
])('%s is reported', (_, problem, inManifest, inLockfile) => {
  expect(problemsOf(inManifest, inLockfile)).toEqual([problem])
})

test.each(['MIT OR GPL-2.0-only', '(MIT OR CC0-1.0)', 'MIT AND ISC'])('%s is allowed', license => {
  expect(problemsOf(manifest, locked('pg', { ...pg, license }))).toEqual([])
})

test('a fresh installation finds the image engine on every platform that Frontlist runs on', () => {
  const platforms = [
    'linux-x64',
    'linux-arm64',
    'linuxmusl-x64',
    'linuxmusl-arm64',
    'darwin-x64',
    'darwin-arm64',
  ]
  const names = platforms.flatMap(platform => [`@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`])
  for (const name of [...names, '@img/sharp-win32-x64', '@img/sharp-win32-arm64'])
    expect([name, lockfile.packages[`node_modules/${name}`]]).toMatchObject([name, { optional: true }])
})

test('what is given on is what is not for development, at each place where it is installed', () => {
  expect(
    shippedOf({
      packages: {
        '': { version: '0.1.0' },
        'node_modules/a': { version: '1.0.0' },
        'node_modules/@s/b': { version: '2.0.0', dev: true },
        'node_modules/a/node_modules/@s/b': { version: '1.0.0' },
      },
    }),
  ).toEqual(['@s/b@1.0.0', 'a@1.0.0'])
})

function having(part: Partial<Manifest>): Manifest {
  return { ...manifest, ...part }
}
