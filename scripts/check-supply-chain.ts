// `npm run supply-chain`: checks the packages, and writes their software bill of materials to dist/sbom.cdx.json
// (CycloneDX), in which development-only packages are marked. Works offline: everything is in package-lock.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json'
import { type Lockfile, problemsOf, shippedOf } from './supply-chain.ts'

const root = join(import.meta.dir, '..')
const lockfile: Lockfile = await Bun.file(join(root, 'package-lock.json')).json()
const problems = problemsOf(manifest, lockfile)

interface Bill {
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly properties: readonly { readonly name: string; readonly value: string }[]
  }[]
}

// Complete: with `--omit=dev` npm leaves out packages needed for both, such as pg.
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
const { stdout, stderr, exitCode } = Bun.spawnSync(['npm', ...args], { cwd: root })
if (exitCode === 0) {
  const { components }: Bill = JSON.parse(stdout.toString())
  const shipped = components.filter(
    ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  )
  const named = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const missing = shippedOf(lockfile).filter(name => !named.has(name))
  problems.push(...missing.map(name => `${name} is not in the bill of materials.`))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/sbom.cdx.json'), stdout)
  process.stdout.write(
    `dist/sbom.cdx.json names ${components.length} packages, of which ${named.size} are given on with Frontlist.\n`,
  )
} else {
  problems.push(`npm made no bill of materials: ${stderr.toString().trim()}`)
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
