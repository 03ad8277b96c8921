// `npm run stress openapi-types`: the types that openapi-typescript makes of openapi.json. It
// needs an older TypeScript than this project has, so it is installed from npm beside it.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from '../../kit/cleanup.ts'
import { run } from '../../kit/command/packed-client.ts'
import { projectFolder } from '../../kit/command/process.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { runStressTest } from '../runner.ts'

const about =
  'The types that openapi-typescript makes of the OpenAPI document, installed from npm and compiled.'

const use = `import type { operations } from './api.js'
type EntryList = operations['listEntries']['responses'][200]['content']['application/json']
export const countOf = ({ count }: EntryList): number => count
`

await runStressTest(about, {}, async (_options, findings) => {
  const folder = makeFolder()
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    writeFileSync(join(folder, 'use.ts'), use)
    copyFileSync(join(projectFolder, 'openapi.json'), join(folder, 'openapi.json'))
    const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3']
    run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], folder)
    const output = run(['npx', 'openapi-typescript', 'openapi.json', '-o', 'api.d.ts'], folder)
    findings.claim(!/warn|error/i.test(output), `it makes types without a warning: ${output.trim()}`)
    const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc')
    for (const command of [
      ['npx', 'tsc'],
      ['node', compiler],
    ]) {
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--ignoreConfig']
      const version = run([...command, '--version'], folder).trim()
      const known = version.includes(' 5.') ? options.slice(0, -1) : options
      findings.claim(
        run([...command, ...known, 'use.ts', 'api.d.ts'], folder) === '',
        `${version} compiles them`,
      )
    }
  } finally {
    await cleanUp()
  }
})
