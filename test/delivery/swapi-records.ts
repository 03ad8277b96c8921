// The Star Wars data set as a space, with the reverse lists that its public API shows: 260 entries that all hang
// together. Its licence is BSD-3-Clause (2015 Paul Hallett).
import { existsSync, readFileSync } from 'node:fs'
import type { ImportRecord } from '../../src/import-export/read/records.ts'

const folder = new URL('../../../shared/data/swapi/', import.meta.url)

export const swapiIsThere = existsSync(folder)

interface Row {
  readonly pk: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface SwapiEntry {
  readonly collection: string
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  /** By field, in order. */
  readonly references: Readonly<Record<string, readonly string[]>>
}

const collections = ['films', 'people', 'planets', 'species', 'starships', 'vehicles'] as const

/** Collection, field, target; and the field that shows the reverse. */
const relations = [
  ['films', 'starships', 'starships', 'films'],
  ['films', 'vehicles', 'vehicles', 'films'],
  ['films', 'planets', 'planets', 'films'],
  ['films', 'characters', 'people', 'films'],
  ['films', 'species', 'species', 'films'],
  ['people', 'homeworld', 'planets', 'residents'],
  ['species', 'people', 'people', 'species'],
  ['species', 'homeworld', 'planets', 'species'],
  ['starships', 'pilots', 'people', 'starships'],
  ['vehicles', 'pilots', 'people', 'vehicles'],
] as const

function readRows(name: string): readonly Row[] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Row[]
}

const idOf = (collection: string, pk: unknown) => `${collection}-${String(pk)}`

export function readSwapi(): readonly SwapiEntry[] {
  const transport = new Map(readRows('transport').map(row => [row.pk, row.fields]))
  const references = new Map<string, Map<string, string[]>>()
  const addReference = (from: string, field: string, to: string) => {
    const fields = references.get(from) ?? new Map<string, string[]>()
    references.set(from, fields.set(field, [...(fields.get(field) ?? []), to]))
  }
  const entries = collections.flatMap(collection =>
    readRows(collection).map(({ pk, fields }) => {
      const values: Record<string, unknown> = { ...fields, ...(transport.get(pk) ?? {}) }
      const own = collection === 'starships' || collection === 'vehicles' ? values : { ...fields }
      const id = idOf(collection, pk)
      for (const [from, field, target, reverse] of relations) {
        if (from !== collection) continue
        const targets = [own[field] ?? []].flat().map(each => idOf(target, each))
        delete own[field]
        for (const to of targets) {
          addReference(id, field, to)
          addReference(to, reverse, id)
        }
      }
      return { collection, id, values: own }
    }),
  )
  return entries.map(entry => ({
    ...entry,
    references: Object.fromEntries(references.get(entry.id) ?? []),
  }))
}

export function toRecords(entries: readonly SwapiEntry[]): readonly ImportRecord[] {
  const models = collections.map((apiName): ImportRecord => {
    const own = entries.filter(entry => entry.collection === apiName)
    const plain = [...new Set(own.flatMap(entry => Object.keys(entry.values)))]
    const linked = [...new Set(own.flatMap(entry => Object.keys(entry.references)))]
    return {
      type: 'collection',
      apiName,
      name: apiName,
      fields: [
        ...plain.map(name => ({ apiName: name, type: 'json' as const })),
        ...linked.map(name => ({ apiName: name, type: 'reference' as const, many: true })),
      ],
    }
  })
  return [
    ...models,
    ...entries.map(({ collection, id, values, references }) => {
      const links = Object.entries(references).map(([field, ids]) => [field, ids.map(to => ({ id: to }))])
      return { type: 'entry', collection, id, liveData: { ...values, ...Object.fromEntries(links) } }
    }),
  ] as readonly ImportRecord[]
}
