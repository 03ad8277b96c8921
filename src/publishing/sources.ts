// From a file to an import source: which format it is, and who reads it.
import { statSync } from 'node:fs'
import { Refusal } from '../base/errors.ts'
import { skimJson } from '../base/json-text.ts'
import { convertContentful, isContentfulExport } from './contentful/contentful.ts'
import { depthOfContentful } from './contentful/odd-text.ts'
import type { ChangedPolicy } from './contentful/states.ts'
import { countKeys } from './contentful/unknown-json.ts'
import { ImportRefused } from './import.service.ts'
import { findOddities } from './json-oddities.ts'
import { type ImportSource, ndjsonSource, type SourceItem } from './ndjson.ts'
import { checkRecord } from './record-check.ts'
import type { Conversion, ImportRecord } from './records.ts'

export const importFormats = ['ndjson', 'contentful'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Exports of other systems are read whole; NDJSON is not, and has no such limit. */
const documentBytesMax = 512 * 1024 * 1024

const recordsAtOnce = 500

export interface SourceOptions {
  /** Told by the content where absent: an export is one JSON object with content types and entries. */
  readonly format?: ImportFormat | undefined
  /** What becomes of entries that were changed after their publication; a file that has some is refused without. */
  readonly changed?: ChangedPolicy | undefined
}

export async function openSource(file: string, { format, changed }: SourceOptions): Promise<ImportSource> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new Refusal(`There is no file ${file}.`)
  // It is read twice, so a pipe will not do.
  if (!found.isFile())
    throw new Refusal(`${file} is not a regular file. Save the content to one and import that.`)
  if (format === 'ndjson') return ndjsonSource(Bun.file(file))
  if (format === undefined && (await beginsWithRecord(file))) return ndjsonSource(Bun.file(file))
  const document = await parseDocument(file)
  if (document && isContentfulExport(document.value)) return contentfulSource(document, changed)
  if (format === undefined) return ndjsonSource(Bun.file(file))
  throw new Refusal(
    `${file} is no Contentful export: it is not one JSON object with contentTypes and entries.`,
  )
}

async function beginsWithRecord(file: string): Promise<boolean> {
  for await (const [first] of ndjsonSource(Bun.file(file)).read()) return first?.record !== null
  return false
}

interface Document {
  readonly text: string
  readonly value: unknown
}

async function parseDocument(file: string): Promise<Document | undefined> {
  if (Bun.file(file).size > documentBytesMax) return undefined
  const text = await Bun.file(file).text()
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function contentfulSource({ text, value }: Document, changed: ChangedPolicy | undefined): ImportSource {
  const { keys, hasInexactNumber } = skimJson(text)
  const isOdd = keys !== countKeys(value) || hasInexactNumber
  const oddities = isOdd ? findOddities(text, depthOfContentful) : []
  const conversion = convertContentful(value, { changed: changed ?? 'draft', oddities })
  if (changed === undefined && conversion.changed.size > 0) throw refuseChanged(conversion)
  return toSource(conversion, changed === 'draft')
}

function refuseChanged({ records, changed }: Conversion): ImportRefused {
  const faults = records.flatMap(record =>
    record.type === 'entry' && changed.has(record.id ?? '')
      ? [
          {
            where: `entry ${record.id}`,
            message: `${record.collection}/${record.slug} was changed after its publication.`,
          },
        ]
      : [],
  )
  const one = faults.length === 1
  return new ImportRefused(
    faults,
    `The import was refused: ${one ? 'an entry was' : `${faults.length} entries were`} changed after ${one ? 'its' : 'their'} publication, and the file has only the latest values, not the published ones. Nothing was changed. Choose what becomes of ${one ? 'it' : 'them'}: --changed=latest makes the latest values live, --changed=draft imports them as drafts and leaves live what is live in the space. Or publish ${one ? 'it' : 'them'} in Contentful and export again.`,
  )
}

/** Converted records obey the same rules as lines of NDJSON. */
function toSource(conversion: Conversion, keepsLive: boolean): ImportSource {
  return {
    losses: conversion.losses,
    read: async function* () {
      for (let start = 0; start < conversion.records.length; start += recordsAtOnce) {
        yield conversion.records
          .slice(start, start + recordsAtOnce)
          .map(record => toItem(record, conversion, keepsLive))
      }
    },
  }
}

function toItem(record: ImportRecord, conversion: Conversion, keepsLive: boolean): SourceItem {
  const id = record.type === 'entry' ? (record.id ?? '') : ''
  const where = record.type === 'collection' ? `content type ${record.apiName}` : `entry ${id}`
  const checked = checkRecord(record)
  const faults = [...(conversion.faults.get(id) ?? []), ...('faults' in checked ? checked.faults : [])]
  return {
    where,
    record: faults.length > 0 ? null : record,
    faults,
    oddities: [],
    keepsLive: keepsLive && conversion.changed.has(id),
  }
}
