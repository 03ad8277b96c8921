// From a file to an import source: which format it is, and who reads it.
import { statSync } from 'node:fs'
import { Refusal } from '../base/errors.ts'
import { convertContentful, isContentfulExport } from './contentful/contentful.ts'
import { type ImportSource, ndjsonSource, type SourceItem } from './ndjson.ts'
import { checkRecord } from './record-check.ts'
import type { Conversion, ImportRecord } from './records.ts'

export const importFormats = ['ndjson', 'contentful'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Exports of other systems are read whole; NDJSON is not, and has no such limit. */
const documentBytesMax = 512 * 1024 * 1024

const recordsAtOnce = 500

/** Without a format, it is told by the content: an export is one JSON object with content types and entries. */
export async function openSource(file: string, format: ImportFormat | undefined): Promise<ImportSource> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) throw new Refusal(`There is no file ${file}.`)
  // It is read twice, so a pipe will not do.
  if (!found.isFile()) throw new Refusal(`${file} is no regular file. Save what is to be imported to one.`)
  if (format === 'ndjson') return ndjsonSource(Bun.file(file))
  if (format === undefined && (await beginsWithRecord(file))) return ndjsonSource(Bun.file(file))
  const document = await parseDocument(file)
  if (isContentfulExport(document)) return toSource(convertContentful(document))
  if (format === undefined) return ndjsonSource(Bun.file(file))
  throw new Refusal(
    `${file} is no Contentful export: it is not one JSON object with contentTypes and entries.`,
  )
}

async function beginsWithRecord(file: string): Promise<boolean> {
  for await (const [first] of ndjsonSource(Bun.file(file)).read()) return first?.record !== null
  return false
}

async function parseDocument(file: string): Promise<unknown> {
  if (Bun.file(file).size > documentBytesMax) return undefined
  try {
    return JSON.parse(await Bun.file(file).text())
  } catch {
    return undefined
  }
}

/** Converted records obey the same rules as lines of NDJSON. */
function toSource(conversion: Conversion): ImportSource {
  return {
    losses: conversion.losses,
    read: async function* () {
      for (let start = 0; start < conversion.records.length; start += recordsAtOnce) {
        yield conversion.records.slice(start, start + recordsAtOnce).map(toItem)
      }
    },
  }
}

function toItem(record: ImportRecord): SourceItem {
  const where = record.type === 'collection' ? `content type ${record.apiName}` : `entry ${record.id}`
  const checked = checkRecord(record)
  const faults = 'faults' in checked ? checked.faults : []
  return { where, record: faults.length > 0 ? null : record, faults, inexact: new Map() }
}
