// Rules for Frontlist's dependencies, checked on package.json and package-lock.json alone, so that the result is the
// same on every machine, whatever is installed there.
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Licenses that require at most attribution. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Of fonts: they may be bundled and given on, not sold by themselves.
  'OFL-1.1',
  'Unlicense',
]

/** Not distributed, so its obligations for distributors do not apply. */
const forDevelopment = [...permissive, 'BlueOak-1.0.0', 'MPL-2.0', 'Python-2.0']

/**
 * Packages that may have a licence with more obligations: sharp's image library, libvips. Its licence lets any program
 * use it as a shared library that users can replace. The packages for Linux and macOS contain it in this form, as a file
 * beside sharp. Those for Windows and WebAssembly have the same licence, but none of our builds contains them.
 */
const namedLicenses: readonly (readonly [name: RegExp, license: string])[] = [
  [/^@img\/sharp-(?:libvips-[a-z]+|wasm|win)[a-z0-9-]*$/, 'LGPL-3.0-or-later'],
]

/** Of which eight are for authoring: patterns in linear time, rich text, dragging, icons and a typeface. */
const directMax = 29
/** A package may have another name here, as older compilers do: `npm:typescript@5.9.3`. */
const exactVersion = /^(?:npm:[^@]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** One sentence per problem, naming the package; none if all rules hold. */
export function problemsOf(manifest: Manifest, { packages }: Lockfile): string[] {
  const problems: string[] = []
  const direct = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const [name, version] of Object.entries(direct)) {
    if (!exactVersion.test(version)) problems.push(`${name} has no exact version: ${version}.`)
  }
  const count = Object.keys(manifest.dependencies).length
  if (count > directMax) problems.push(`There are ${count} dependencies, and may be ${directMax}.`)
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  for (const [path, { integrity, resolved, license, dev }] of locked) {
    const name = nameOf(path)
    if (!integrity?.startsWith('sha512-')) problems.push(`${name} is locked without a SHA-512.`)
    if (resolved !== undefined) problems.push(`${name} is locked to the address ${resolved}.`)
    const named = namedLicenses
      .filter(([pattern]) => pattern.test(nameOf(path)))
      .map(([, allowed]) => allowed)
    if (!isAllowed(license, [...(dev ? forDevelopment : permissive), ...named])) {
      problems.push(`${name} has the licence ${license ?? '(none)'}, which is not one of those allowed.`)
    }
  }
  const withScript = new Set(locked.flatMap(([path, it]) => (it.hasInstallScript ? [nameOf(path)] : [])))
  for (const name of Object.keys(manifest.allowScripts)) {
    if (!withScript.has(name)) problems.push(`allowScripts names ${name}, which has no install script.`)
  }
  return problems
}

/** `name@version` of each package distributed with Frontlist, sorted. */
export function shippedOf({ packages }: Lockfile): string[] {
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  return shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`).sort()
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Evaluates an SPDX expression of names, AND and OR; any other token is not an allowed name. */
function isAllowed(expression: string | undefined, allowed: readonly string[]): boolean {
  if (expression === undefined) return false
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some(choice => choice.split(' AND ').every(name => allowed.includes(name)))
}
