// Generators of clients, installed from npm, run on the server's own OpenAPI document. The programs are those of
// docs/clients.md, as they stand there: each must find what a condition with an operator finds.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../kit/command/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { type DemoServer, serveDemo } from './demo-server.ts'
import { UnreachableRegistry, unreachablePattern } from './framework-example.ts'
import type { Findings } from './runner.ts'

interface Generator {
  readonly name: string
  readonly packages: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly generate: readonly string[]
  /** A line of its program in docs/clients.md. */
  readonly mark: string
}

const document = 'openapi.json'
const kubbConfig = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  input: { path: './${document}' },
  output: { path: './kubb', format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'axios' })],
})
`

const generators: readonly Generator[] = [
  {
    name: 'openapi-fetch',
    packages: ['openapi-fetch@0.17.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3'],
    generate: ['openapi-typescript', document, '-o', 'api.d.ts'],
    mark: "from 'openapi-fetch'",
  },
  {
    name: 'Hey API',
    packages: ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3'],
    generate: ['openapi-ts', '-i', document, '-o', 'hey-api'],
    mark: "from './hey-api'",
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    generate: ['swagger-typescript-api', 'generate', '-p', document, '-o', 'swagger-api', '-n', 'api.ts'],
    mark: "from './swagger-api/api'",
  },
  {
    name: 'orval',
    packages: ['orval@7.13.2', 'axios@1.21.1'],
    files: {
      'orval.config.cjs': `module.exports = { api: { input: './${document}', output: { target: './orval/api.ts', client: 'axios-functions' } } }`,
    },
    generate: ['orval', '--config', 'orval.config.cjs'],
    mark: "from './orval/api'",
  },
  {
    name: 'kubb',
    packages: ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client']
      .map(name => `@kubb/${name}@4.39.3`)
      .concat('axios@1.21.1'),
    files: { 'kubb.config.mjs': kubbConfig },
    generate: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    mark: "from './kubb/clients/listEntries'",
  },
]

/** Nothing here takes a minute on its own; one that takes longer hangs. */
const commandMs = 240_000

/** In docs/clients.md every program asks for the books from 7 up to 10, which are nine in the demo. */
const expected = '9'

export async function runGenerators(findings: Findings): Promise<void> {
  const guide = readFileSync(join(projectFolder, 'docs/clients.md'), 'utf8')
  const programs = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
  const serializer = programs.find(text => text.includes('export function toQuery'))!
  const server = await serveDemo()
  for (const generator of generators) {
    findings.say(`— ${generator.name}`)
    try {
      await runGenerator(generator, programs, serializer, server, findings)
    } catch (error) {
      if (!(error instanceof UnreachableRegistry)) throw error
      findings.say(`Left out: ${generator.name}, because npm or its registry cannot be reached.`)
    }
  }
}

async function runGenerator(
  { name, packages, files = {}, generate, mark }: Generator,
  programs: readonly string[],
  serializer: string,
  server: DemoServer,
  findings: Findings,
): Promise<void> {
  const folder = makeFolder()
  const write = (file: string, text: string) =>
    writeFileSync(join(folder, file), text.replaceAll('http://localhost:3000', server.url))
  write('package.json', '{ "private": true, "type": "module" }')
  write(document, await (await fetch(`${server.url}/api/v1/openapi.json`)).text())
  write('serializer.ts', serializer)
  for (const [file, text] of Object.entries(files)) write(file, text)
  await install(packages, folder)
  const output = await run(['npx', '--no-install', ...generate], folder)
  findings.claim(!/validation failed|invalid/i.test(output), `${name} finds no fault in the document`)
  const program = programs.find(text => text.includes(mark))
  if (program === undefined) throw new Error(`docs/clients.md has no program with ${mark}.`)
  write('program.ts', program)
  const printed = (await run([process.execPath, 'program.ts'], folder, { FRONTLIST_KEY: server.key })).trim()
  findings.claim(printed === expected, `the program of ${name} counts ${expected} books: ${printed}`)
  if (name !== 'swagger-typescript-api') return
  write(
    'plain.ts',
    program
      .replace('new Content(', 'new Api(')
      .replace('console.log(data.count)', '')
      .replace(
        /await (content\.api\.listEntries\(.*\))/,
        'await $1.catch(({ error }) => (console.log(error.detail), { data: null }))',
      ),
  )
  const refused = await run([process.execPath, 'plain.ts'], folder, { FRONTLIST_KEY: server.key })
  findings.claim(
    refused.includes('turned an object into text') && refused.includes('docs/clients.md'),
    `without the serializer it gets an error that says what the client did: ${refused.trim()}`,
  )
}

async function install(packages: readonly string[], folder: string): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-timeout=60000']
  try {
    await run(['npm', 'install', ...quiet, ...packages], folder)
  } catch (error) {
    const text = String(error)
    if (unreachablePattern.test(text) || text.includes('ENOENT')) throw new UnreachableRegistry(text)
    throw error
  }
}

/** Not synchronous, because the server's proxy is in this process. */
async function run(
  command: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), commandMs)
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const exitCode = await child.exited
  clearTimeout(timer)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
