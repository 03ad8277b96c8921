// `npm run stress large-files`: 1 GiB to S3 and back, in a process of its own beside that of the server.
import { join } from 'node:path'
import { cleanUp } from '../../kit/cleanup.ts'
import { runLargeFiles } from '../large-files.ts'
import { runStressTest } from '../runner.ts'

const about = 'A file of 1 GiB, stored in S3 and read slowly: its bytes, and the memory.'

const defaults = { mebibytes: 1024, pauses: 50 }

await runStressTest(about, defaults, async (options, findings) => {
  const file = join(import.meta.dir, '../s3-process.ts')
  const server = Bun.spawn([process.execPath, file], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  try {
    const { value } = await server.stdout.getReader().read()
    await runLargeFiles(new TextDecoder().decode(value).trim(), findings, options)
  } finally {
    server.stdin.end()
    await server.exited
    await cleanUp()
  }
})
