// The kit's S3 server as a process of its own, so that its memory is not that of its client. Prints its address.
import { cleanUp } from '../kit/cleanup.ts'
import { startS3Server } from '../kit/files/s3-server.ts'

const { address } = startS3Server()
process.stdout.write(`${address}\n`)
// Until the one who started it ends.
await Bun.stdin.text()
await cleanUp()
