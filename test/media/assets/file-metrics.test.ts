// Metrics of files: responses by status, and failures of the store.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { startFileServer } from '../../kit/command/file-server.ts'
import { longTestMs } from '../../kit/fuzz.ts'
import { makeFolder } from '../../kit/test-folder.ts'
import { gif } from './assets-fixture.ts'

setDefaultTimeout(longTestMs)

test('responses to requests for files are counted by status, and failures of the store', async () => {
  const folder = makeFolder()
  const files = await startFileServer(folder, { METRICS: '1' })
  const { url } = await files.add(gif(), 'filename=a.gif&id=a')
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, files.process.url), { redirect: 'manual', ...init })
    await response.arrayBuffer()
    return response.status
  }
  const counts = async () => {
    const text = await (await fetch(`${files.process.url}/metrics`)).text()
    return text.match(/^frontlist_(?:files_total\{.*\}|store_errors_total) \d+$/gm)
  }
  expect(await ask(url)).toBe(404)
  await files.show('one', 'a')
  expect([await ask(url), await ask(url), await ask(url)]).toEqual([200, 200, 200])
  expect(await ask(url, { headers: { Range: 'bytes=0-0' } })).toBe(206)
  expect(await ask('/assets/a/b/c')).toBe(404)
  expect(await counts()).toEqual([
    'frontlist_files_total{status="404"} 2',
    'frontlist_files_total{status="200"} 3',
    'frontlist_files_total{status="206"} 1',
    'frontlist_store_errors_total 0',
  ])
  renameSync(join(folder, 'assets'), join(folder, 'away'))
  expect(await ask(url)).toBe(503)
  expect((await files.send('POST', '/assets?filename=b.txt', 'b')).status).toBe(503)
  expect((await counts())?.slice(-2)).toEqual([
    'frontlist_files_total{status="503"} 1',
    'frontlist_store_errors_total 2',
  ])
})
