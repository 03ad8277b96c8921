// The tables of the guides are complete: every command, setting, path and parameter, and no other.
import { describe, expect, test } from 'bun:test'
import { variables } from '../../src/config.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { readText, tableRowsOf } from './documents.ts'

test(
  'docs/commands.md has every command with its usage, and no other',
  async () => {
    const commandLine = createCommandLine()
    const overview = await commandLine.run(['--help'])
    const words = [...overview.stdout.matchAll(/^ {2}([a-z]\S*(?: \S+)?) {2,}\S/gm)].map(
      match => match[1] ?? '',
    )
    const helps = await Promise.all(words.map(word => commandLine.run([...word.split(' '), '--help'])))
    const usages = helps.map(({ stdout }) => /^Usage: frontlist (.*?) ?$/m.exec(stdout)?.[1])
    expect(usages.length).toBeGreaterThan(10)
    const rows = tableRowsOf(readText('docs/commands.md'))
    expect(rows.map(([usage]) => usage)).toEqual(usages.map(usage => `\`${usage}\``))
  },
  longTestMs,
)

test('docs/settings.md has every setting with its default, and .env.example describes it', () => {
  const rows = tableRowsOf(readText('docs/settings.md'))
  expect(rows.map(([name, fallback]) => [name, fallback])).toEqual(
    Object.entries(variables).map(([name, { fallback }]) => [
      `\`${name}\``,
      fallback === '' ? 'none' : `\`${fallback}\``,
    ]),
  )
  for (const name of Object.keys(variables)) {
    expect(readText('.env.example')).toMatch(new RegExp(`^# ${name}=`, 'm'))
  }
})

interface OpenApi {
  readonly paths: Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly minimum?: number; readonly maximum?: number; readonly default?: unknown }
}

describe('the guides to the API', () => {
  const { paths } = JSON.parse(readText('openapi.json')) as OpenApi
  const content = tableRowsOf(readText('docs/content-api.md'))
  const guides = ['docs/api-keys.md', 'docs/management-api.md', 'docs/models.md', 'docs/preview.md']
  const managing = guides.flatMap(path => tableRowsOf(readText(path)))

  test('have every path below /api/v1', () => {
    const named = [...content, ...managing].flatMap(
      ([cell = '']) => /^`([A-Z]+ \/.+)`$/.exec(cell)?.[1] ?? [],
    )
    const promised = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/api/v1/') ? Object.keys(operations).map(name => `${name.toUpperCase()} ${path}`) : [],
    )
    expect(named.toSorted()).toEqual(promised.toSorted())
  })

  test('have the parameters of a list with their bounds', () => {
    const parameters = paths['/api/v1/public/content/{collection}']?.get?.parameters ?? []
    const bounds = parameters
      .filter(({ in: place }) => place === 'query')
      .map(({ name, schema }) => [
        `\`${name}\``,
        schema.minimum === undefined ? null : `${schema.minimum} to ${schema.maximum}`,
        schema.default === undefined ? 'none' : String(schema.default),
      ])
    const shown = content.filter(row => row.length === 4)
    expect(
      shown.map(([name, accepted, fallback], at) => [name, bounds[at]?.[1] ? accepted : null, fallback]),
    ).toEqual(bounds)
  })
})
