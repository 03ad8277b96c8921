// What tests of receiving a file share: options, streams, and what is left in the folder.
import { readdirSync } from 'node:fs'
import { systemRandom } from '../../../src/base/ids.ts'
import type { ReceiveOptions, Timer } from '../../../src/media/receive/receive-file.ts'
import { makeFolder } from '../../kit/test-folder.ts'

export const processName = { host: 'here', process: process.pid }

const systemTimer: Timer = (work, ms) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

export function optionsOf(options: Partial<ReceiveOptions> = {}): ReceiveOptions {
  return {
    folder: makeFolder(),
    process: processName,
    bytesMax: 1024 * 1024,
    pixelsMax: 50_000_000,
    keepMetadata: false,
    timer: systemTimer,
    random: systemRandom,
    ...options,
  }
}

export function streamOf(...parts: readonly (Uint8Array | string)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part))
      controller.close()
    },
  })
}

export const filesIn = (folder: string) => readdirSync(folder)
