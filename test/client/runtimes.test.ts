// The same calls on Bun and on Node, with the package as it is published.
import { beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as images from '../../client/src/image.ts'
import { installClient, packClient, run } from '../kit/command/packed-client.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { makeImageCalls } from './image-calls.ts'

const program = `import * as library from '@frontlist/client'
import * as images from '@frontlist/client/image'
import { makeImageCalls } from './image-calls.js'
import { makeTwentyCalls } from './twenty-calls.js'
if (process.env.CALLS === 'images') {
  console.log(JSON.stringify(makeImageCalls(images)))
  process.exit()
}
const results = await makeTwentyCalls(library, process.env.URL, process.env.KEY)
console.log(JSON.stringify(results))
`

let project: string
beforeAll(async () => {
  project = installClient(packClient())
  for (const name of ['image-calls', 'twenty-calls']) {
    const source = await Bun.file(join(import.meta.dir, `${name}.ts`)).text()
    writeFileSync(join(project, `${name}.js`), new Bun.Transpiler({ loader: 'ts' }).transformSync(source))
  }
  writeFileSync(join(project, 'main.js'), program)
})

test('twenty calls result in the same on Node and on Bun', async () => {
  const server = await createCommandLine().serve(['--demo'])
  const { url, key } = JSON.parse(server.stdout) as { url: string; key: string }
  const resultsOn = (runtime: string) =>
    JSON.parse(run([runtime, 'main.js'], project, { URL: url, KEY: key })) as unknown[]
  const onBun = resultsOn(process.execPath)
  expect(resultsOn('node')).toEqual(onBun)
  const page = {
    list: expect.any(Array),
    count: expect.any(Number),
    pagesCount: expect.any(Number),
    revision: null,
  }
  expect(onBun).toEqual([
    ...Array.from({ length: 7 }, () => page),
    ...Array.from({ length: 2 }, () => expect.objectContaining({ slug: 'tide-tables' })),
    ['entry_not_found', 404, 1],
    null,
    expect.objectContaining({ collection: 'authors' }),
    expect.any(Array),
    page,
    ['invalid_parameters', 400, 1],
    ['request_invalid', 0, 0],
    ['collection_not_found', 404, 1],
    ['api_key_invalid', 401, 1],
    ['rejected', 'left'],
    false,
    expect.any(Array),
  ])
  expect(onBun[1]).toEqual(onBun[0])
  expect(onBun.at(-1)).toEqual([
    ...[200, 304, 200, 200, 200, 200, 200, 200, 304, 404, 200],
    ...[200, 200, 200, 200, 400, 404],
  ])
  await server.stop()
})

test.each(['node', process.execPath])('addresses and placeholders of images are the same on %s', runtime => {
  const results = JSON.parse(run([runtime, 'main.js'], project, { CALLS: 'images' })) as unknown[]
  expect(results).toEqual(makeImageCalls(images))
  expect(results.slice(3)).toEqual([expect.stringMatching(/^data:/), expect.stringMatching(/^data:/), null])
})
