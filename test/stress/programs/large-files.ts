// `npm run stress large-files`: 100 MiB to a folder and to S3, and 1 GiB to S3, whose server is a process of its own.
import { join } from 'node:path'
import { cleanUp } from '../../kit/cleanup.ts'
import { s3Secrets } from '../../kit/files/s3-server.ts'
import { runLargeFiles } from '../large-files.ts'
import { runStressTest } from '../runner.ts'

const about =
  'Files of 100 MiB in a folder and in S3, and of 1 GiB there, uploaded and read slowly: the memory of the server.'

const defaults = { mebibytes: 100, 's3-mebibytes': 1024, pauses: 50 }

await runStressTest(about, defaults, async (options, findings) => {
  const file = join(import.meta.dir, '../s3-process.ts')
  const server = Bun.spawn([process.execPath, file], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  try {
    const { value } = await server.stdout.getReader().read()
    const { mebibytes, pauses } = options
    await runLargeFiles('Folder', {}, findings, { mebibytes, pauses })
    const settings = {
      ASSETS_STORE: new TextDecoder().decode(value).trim(),
      S3_ACCESS_KEY_ID: s3Secrets.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Secrets.secretAccessKey,
    }
    for (const each of [mebibytes, options['s3-mebibytes']])
      await runLargeFiles('S3', settings, findings, { mebibytes: each, pauses })
  } finally {
    server.stdin.end()
    await server.exited
    await cleanUp()
  }
})
