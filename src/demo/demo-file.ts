// The demo space as NDJSON: a publishing house of our own invention.
import demo from './demo.ndjson' with { type: 'text' }

export const demoRecords: string = demo
