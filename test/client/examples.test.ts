// The examples of the client, as far as they can be checked without the npm registry; `npm run stress frameworks` builds
// and starts them.
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateTypes } from '../../client/src/codegen/generate-types.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { projectFolder } from '../kit/command/process.ts'
import { demoSpace } from '../kit/import/demo-space.ts'
import { frameworks } from '../stress/frameworks.ts'

const readText = (path: string) => readFileSync(join(projectFolder, 'client/examples', path), 'utf8')

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly scripts: Record<string, string>
}
interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
}

let types: string
beforeAll(async () => {
  const { app, key } = await createTestSpace(demoSpace)
  const response = await app.request('/api/v1/public/schema', { headers: { Authorization: `Bearer ${key}` } })
  types = generateTypes((await response.json()) as never, { url: 'http://localhost:3000' })
})

describe.each([...frameworks])('%s', name => {
  const manifest: Manifest = JSON.parse(readText(`${name}/package.json`))
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }

  test('has the types of the model that the demo has today', () => {
    const [, file = ''] = / --out (\S+)$/.exec(manifest.scripts.types ?? '') ?? []
    expect(readText(`${name}/${file}`)).toBe(types)
  })

  test('names exact versions, those that its lockfile has', () => {
    const { packages } = JSON.parse(readText(`${name}/package-lock.json`)) as {
      packages: Record<string, LockedPackage>
    }
    expect(Object.keys(wanted)).not.toEqual([])
    for (const [dependency, version] of Object.entries(wanted)) {
      expect([dependency, version]).toEqual([dependency, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
      expect([dependency, packages[`node_modules/${dependency}`]?.version]).toEqual([dependency, version])
    }
  })

  test('has a lockfile that names no registry', () => {
    const text = readText(`${name}/package-lock.json`)
    expect(text).not.toContain('"resolved"')
    expect(text).not.toMatch(/registry\.|127\.0\.0\.1|localhost/)
  })

  test('has a README whose commands are scripts that it has', () => {
    const readme = readText(`${name}/README.md`)
    const scripts = [...readme.matchAll(/npm (?:run )?(build|start|types)\b/g)].map(([, script]) => script!)
    expect(scripts).toContain('build')
    expect(scripts.filter(script => !manifest.scripts[script])).toEqual([])
    expect(readme).toContain(`cd client/examples/${name}\n`)
    expect(existsSync(join(projectFolder, 'client/examples', name, '.env'))).toBe(false)
  })
})
