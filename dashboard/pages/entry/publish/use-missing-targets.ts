// Finds the entries that a draft refers to and that will not be live when it is published, and tracks which of them are
// published together with it.
import { useState } from 'react'
import type { LinksView, LinkView } from '../../../../src/authoring/entries/entries.schema.ts'
import { type Target, useEntriesById } from '../../../api/content/entry-actions.ts'
import { errorsOf } from './publishing.ts'

/** The maximum length of a readable list. */
const publishedMax = 100
/** The server's limit for one schedule. */
const scheduledMax = 50

export type ListedTarget = Pick<
  LinkView,
  'id' | 'collection' | 'slug' | 'title' | 'state' | 'path' | 'publishAt' | 'unpublishAt'
>

export interface Targets {
  /** Targets that can be published together with the entry, without duplicates. */
  readonly ready: readonly ListedTarget[]
  /** Targets that cannot: archived, missing, or unpublished by then. */
  readonly others: readonly ListedTarget[]
  readonly isChosen: (id: string) => boolean
  readonly choose: (id: string, chosen: boolean) => void
  /** The entries to publish, with the versions of their drafts. */
  readonly chosen: readonly Target[]
  /** The number of problems that prevent publication, by id. */
  readonly problemCounts: ReadonlyMap<string, number>
  readonly isPending: boolean
}

interface TargetsOptions {
  /** The id of the entry itself. It may refer to itself. */
  readonly own: string
  /** The time of publication in RFC 3339 format; null for now. */
  readonly at: string | null
  /** The entries of the previous schedule. */
  readonly before?: readonly {
    readonly id: string
    readonly collection: string
    readonly slug: string
    readonly title: string | null
  }[]
}

/** Fetches the newest versions of the chosen entries. */
export function useMissingTargets(
  links: LinksView | undefined,
  { own, at, before = [] }: TargetsOptions,
): Targets {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const known = new Map(links?.to.map(link => [link.id ?? `${link.collection}/${link.slug}`, link]))
  const isAlong = ({ id }: ListedTarget) => before.some(one => one.id === id)
  // Entries of the previous schedule are live at that time only because of it.
  const missing = [...known.values()].filter(
    link => link.id !== own && (isAlong(link) || !isLiveAt(link, at)),
  )
  const along = links ? before.filter(({ id }) => !known.has(id)).map(toListed) : []
  const ready = [...missing.filter(link => canGoAlong(link, at)), ...along].slice(
    0,
    at === null ? publishedMax : scheduledMax,
  )
  const suggested = new Set([
    ...before.map(({ id }) => id),
    ...missing.flatMap(link => (link.suggested && link.id !== null ? [link.id] : [])),
  ])
  const isChosen = (id: string) => choices.get(id) ?? suggested.has(id)
  const ids = ready.flatMap(({ id }) => (id !== null && isChosen(id) ? [id] : []))
  const { entries, isPending } = useEntriesById(ids)
  return {
    ready,
    others: missing.filter(link => !canGoAlong(link, at)),
    isChosen,
    choose: (id, chosen) => setChoices(new Map(choices).set(id, chosen)),
    chosen: entries.map(({ id, draftVersion }) => ({ id, draftVersion })),
    problemCounts: new Map(entries.map(entry => [entry.id, errorsOf(entry).length])),
    isPending: links === undefined || isPending,
  }
}

function toListed(entry: NonNullable<TargetsOptions['before']>[number]): ListedTarget {
  return { ...entry, state: 'draft', path: '', publishAt: null, unpublishAt: null }
}

function isBefore(time: string | null, at: string): boolean {
  return time !== null && Date.parse(time) <= Date.parse(at)
}

function isLiveAt({ state, publishAt, unpublishAt }: ListedTarget, at: string | null): boolean {
  const isLive = state === 'live' || state === 'changed'
  if (at === null) return isLive
  return !isBefore(unpublishAt, at) && (isLive || isBefore(publishAt, at))
}

function canGoAlong({ id, state, unpublishAt }: ListedTarget, at: string | null): boolean {
  if (id === null || state === null || state === 'archived') return false
  return at === null || !isBefore(unpublishAt, at)
}
