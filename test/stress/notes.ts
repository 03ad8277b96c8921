// The content of a stress test's space: small entries whose draft equals the published content, so that publishing
// one again changes only its version.
import type { ImportRecord } from '../../src/import-export/read/records.ts'

const newest = Date.parse('2026-01-01T00:00:00.000Z')

export function createNotes(count: number): readonly ImportRecord[] {
  const entries = Array.from({ length: count }, (_, index) => {
    const data = { text: `Note ${index}`, next: { id: `note-${(index + 1) % count}` } }
    return {
      type: 'entry' as const,
      collection: 'notes',
      id: `note-${index}`,
      publishedAt: new Date(newest - index * 1000).toISOString(),
      data,
      liveData: data,
    }
  })
  return [
    {
      type: 'collection',
      apiName: 'notes',
      name: 'Notes',
      fields: [
        { apiName: 'text', type: 'text' },
        { apiName: 'next', type: 'reference' },
      ],
    },
    ...entries,
  ]
}
