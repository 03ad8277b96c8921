// sharp alone, in a process that does nothing else: transforms the file that its arguments name, and writes the processor
// time of one image in milliseconds and the peak of its memory in bytes.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const [source = '', output = '', format = 'webp', count = '1'] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)

async function transform(): Promise<void> {
  const image = sharp(source, { sequentialRead: true }).autoOrient().resize(800)
  await (format === 'avif' ? image.avif({ quality: 75, effort: 2 }) : image.webp({ quality: 75 })).toFile(
    output,
  )
}

await transform()
const before = process.cpuUsage()
for (let index = 0; index < Number(count); index++) await transform()
const { user, system } = process.cpuUsage(before)
const peakKilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])
process.stdout.write(
  JSON.stringify({ cpuMs: (user + system) / 1000 / Number(count), peakBytes: peakKilobytes * 1024 }),
)
