// Registers Frontlist's own NDJSON as an import format.
import type { Format } from './format.ts'
import { ndjsonSource } from './ndjson.ts'

export const ndjson: Format = {
  name: 'ndjson',
  detect: async ({ blob }) => {
    for await (const [first] of ndjsonSource(blob).read()) return first?.record !== null
    return false
  },
  convert: async ({ blob }) => ndjsonSource(blob),
}
