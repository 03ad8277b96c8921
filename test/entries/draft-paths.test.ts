// Several writers of one draft: what is applied, what conflicts, and that nobody's change is overwritten unseen.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkValues } from '../../src/content/fields/field-values.ts'
import type { EntryContent } from '../../src/content/publish/entry-content.ts'
import type { Field, Json, Values } from '../../src/content/values/model.ts'
import {
  type Draft,
  type DraftPatch,
  listDifferences,
  overwriteDraft,
  patchDraft,
  replaceDraft,
} from '../../src/entries/drafts/draft-paths.ts'
import { fuzzRuns } from '../kit/fuzz.ts'

const fields: readonly Field[] = [
  { apiName: 'title', type: 'text' },
  { apiName: 'score', type: 'number' },
  { apiName: 'tags', type: 'text', many: true },
  { apiName: 'on', type: 'dateTime' },
  { apiName: 'extra', type: 'json' },
  { apiName: 'a.b', type: 'text' },
  { apiName: 'constructor', type: 'text' },
]

const draftOf = (content: Partial<EntryContent> = {}, versions: Partial<Draft> = {}): Draft => ({
  slug: 'tide',
  data: {},
  variants: {},
  draftVersion: 1,
  pathVersions: {},
  ...content,
  ...versions,
})
const contentOf = ({ slug, data, variants }: EntryContent): EntryContent => ({ slug, data, variants })

function patch(draft: Draft, seen: number, change: DraftPatch) {
  return patchDraft(fields, draft, seen, change)
}

function applied(draft: Draft, seen: number, change: DraftPatch): Draft {
  const update = patch(draft, seen, change)
  if (update.kind !== 'applied') throw new Error(JSON.stringify(update))
  return update.draft
}

describe('a patch', () => {
  const first = draftOf({ data: { title: 'Tide' } })
  const scored = applied(first, 1, { data: { score: 3 } })

  test('changes what it names, and nothing else', () => {
    expect(scored).toEqual({
      slug: 'tide',
      data: { title: 'Tide', score: 3 },
      variants: {},
      draftVersion: 2,
      pathVersions: { '/data/score': 2 },
    })
  })

  test('is applied to the newest draft if another path changed, which the response lists', () => {
    expect(patch(scored, 1, { data: { tags: ['a'] } })).toMatchObject({
      kind: 'applied',
      draft: { draftVersion: 3, data: { title: 'Tide', score: 3, tags: ['a'] } },
      changedByOthers: ['/data/score'],
    })
  })

  test('conflicts where its path changed after what its writer has seen, and nothing of it is applied', () => {
    expect(patch(scored, 1, { data: { score: 4, title: 'New' } })).toEqual({
      kind: 'conflict',
      paths: ['/data/score'],
    })
    expect(patch(scored, 2, { data: { score: 4 } })).toMatchObject({ kind: 'applied' })
  })

  test('that is repeated changes nothing, whatever its version', () => {
    expect(patch(scored, 1, { data: { score: 3 } })).toEqual({ kind: 'unchanged', changedByOthers: [] })
    expect(patch(scored, 1, { data: { title: 'Tide' } })).toEqual({
      kind: 'unchanged',
      changedByOthers: ['/data/score'],
    })
    expect(patch(scored, 1, {})).toEqual({ kind: 'unchanged', changedByOthers: ['/data/score'] })
  })

  test('of a version that was never reached conflicts, even where it would change nothing', () => {
    expect(patch(scored, 3, { data: { score: 4 } })).toEqual({ kind: 'conflict', paths: [] })
    expect(patch(scored, 99, {})).toEqual({ kind: 'conflict', paths: [] })
  })

  test('of null takes a value away', () => {
    const without = applied(scored, 2, { data: { score: null } })
    expect(without.data).toEqual({ title: 'Tide' })
    expect(patch(without, 2, { data: { score: 3 } })).toEqual({ kind: 'conflict', paths: ['/data/score'] })
    expect(patch(without, 2, { data: { score: null } }).kind).toBe('unchanged')
  })

  test('of the slug is a path of its own', () => {
    const moved = applied(scored, 2, { slug: 'ebb' })
    expect([moved.slug, moved.pathVersions]).toEqual(['ebb', { '/data/score': 2, '/slug': 3 }])
    expect(patch(moved, 2, { slug: 'flow' })).toEqual({ kind: 'conflict', paths: ['/slug'] })
    expect(patch(moved, 2, { slug: 'ebb', data: { title: 'T' } }).kind).toBe('applied')
  })

  test('keeps the order of the model', () => {
    expect(
      Object.keys(
        applied(scored, 2, { data: { constructor: 'c', on: null, tags: ['t'] } as unknown as Values }).data,
      ),
    ).toEqual(['title', 'score', 'tags', 'constructor'])
  })
})

describe('overlays', () => {
  const first = draftOf({ data: { title: 'Tide' } })
  const vip = applied(first, 1, { variants: { vip: { title: 'V' } } })

  test('have a path for each field', () => {
    expect(vip).toMatchObject({
      variants: { vip: { title: 'V' } },
      pathVersions: { '/variants/vip/title': 2 },
    })
    expect(patch(vip, 1, { variants: { vip: { score: 1 } } })).toMatchObject({
      kind: 'applied',
      changedByOthers: ['/variants/vip/title'],
    })
    expect(patch(vip, 1, { variants: { vip: { title: 'W' } } })).toEqual({
      kind: 'conflict',
      paths: ['/variants/vip/title'],
    })
    expect(patch(vip, 1, { data: { title: 'T' } }).kind).toBe('applied')
  })

  test('are gone with their last field', () => {
    expect(applied(vip, 2, { variants: { vip: { title: null } } }).variants).toEqual({})
    expect(applied(vip, 2, { variants: { vip: null } })).toMatchObject({
      variants: {},
      pathVersions: { '/variants/vip/title': 3 },
    })
  })

  test('are taken away whole only by a writer who has seen all of them', () => {
    expect(patch(vip, 1, { variants: { vip: null } })).toEqual({
      kind: 'conflict',
      paths: ['/variants/vip/title'],
    })
    const more = applied(vip, 2, { variants: { vip: { score: 1 } } })
    expect(patch(more, 2, { variants: { vip: null } })).toEqual({
      kind: 'conflict',
      paths: ['/variants/vip/score'],
    })
    expect(patch(more, 3, { variants: { vip: null } }).kind).toBe('applied')
  })

  test('that were taken away conflict with one who still writes them', () => {
    const gone = applied(vip, 2, { variants: { vip: null } })
    expect(patch(gone, 2, { variants: { vip: { title: 'W' } } }).kind).toBe('conflict')
    expect(patch(gone, 2, { variants: { vip: null } })).toEqual({
      kind: 'unchanged',
      changedByOthers: ['/variants/vip/title'],
    })
  })

  test('hide a list by an empty one, which is no value in the base', () => {
    const tagged = draftOf({ data: { tags: ['a'] } })
    expect(applied(tagged, 1, { variants: { vip: { tags: [] } } }).variants).toEqual({ vip: { tags: [] } })
    expect(patch(draftOf(), 1, { data: { tags: [] } }).kind).toBe('unchanged')
    expect(patch(draftOf({ data: { tags: [] } }), 1, { data: { tags: null } }).kind).toBe('unchanged')
    expect(patch(draftOf(), 1, { data: { extra: [] } }).kind).toBe('applied')
  })
})

describe('a replacement', () => {
  const scored = applied(draftOf({ data: { title: 'Tide' } }), 1, { data: { score: 3 } })
  const replace = (seen: number, content: Partial<EntryContent>) =>
    replaceDraft(fields, scored, seen, { ...contentOf(scored), ...content })

  test('of the current version is applied, and stamps what differs', () => {
    expect(replace(2, { data: { title: 'New' }, variants: { vip: { title: 'V' } } })).toEqual({
      kind: 'applied',
      draft: {
        slug: 'tide',
        data: { title: 'New' },
        variants: { vip: { title: 'V' } },
        draftVersion: 3,
        pathVersions: { '/data/title': 3, '/data/score': 3, '/variants/vip/title': 3 },
      },
      changedByOthers: [],
    })
  })

  test.each([0, 1, 3, 99])('of another version conflicts: %d', seen => {
    expect(replace(seen, { data: { title: 'New', score: 4 } }).kind).toBe('conflict')
  })

  test('names what changed since, where it would overwrite it', () => {
    expect(replace(1, { data: { title: 'New', score: 4 } })).toEqual({
      kind: 'conflict',
      paths: ['/data/score'],
    })
    expect(replace(99, { data: {} })).toEqual({ kind: 'conflict', paths: [] })
  })

  test.each([0, 1, 2, 99])('by the same content changes nothing, whatever its version: %d', seen => {
    expect(replace(seen, { data: { tags: [], title: 'Tide', score: 3 }, variants: { vip: {} } }).kind).toBe(
      'unchanged',
    )
  })
})

describe('values are equal in their stored form', () => {
  const stored = (values: Values): Values =>
    Object.fromEntries(
      checkValues(fields, values, { onError: fail }).flatMap((value, index) =>
        value === undefined ? [] : [[fields[index]!.apiName, value]],
      ),
    )
  const fail = (message: string) => {
    throw new Error(message)
  }

  test.each<[title: string, there: string, sent: string, isSame: boolean]>([
    ['one and 1.0', '{"score":1}', '{"score":1.0}', true],
    ['100 and 1e2', '{"score":100}', '{"score":1e2}', true],
    ['0 and -0', '{"score":0}', '{"score":-0}', true],
    [
      'a time with an offset',
      '{"on":"2026-01-01T00:00:00Z"}',
      '{"on":"2026-01-01T01:00:00.000+01:00"}',
      true,
    ],
    ['another time', '{"on":"2026-01-01T00:00:00Z"}', '{"on":"2026-01-01T00:00:00.001Z"}', false],
    ['NFC and NFD', '{"title":"\\u00fc"}', '{"title":"u\\u0308"}', false],
    ['no value and null', '{}', '{"title":null}', true],
    ['no value and an empty text', '{}', '{"title":""}', false],
    ['lists in another order', '{"tags":["a","b"]}', '{"tags":["b","a"]}', false],
    ['escapes', '{"title":"é"}', '{"title":"\\u00e9"}', true],
  ])('%s', (_, there, sent, isSame) => {
    const draft = draftOf(
      { data: stored(JSON.parse(there)) },
      {
        draftVersion: 5,
        pathVersions: { '/data/title': 5, '/data/score': 5, '/data/on': 5, '/data/tags': 5 },
      },
    )
    const values = JSON.parse(sent) as Values
    const change = {
      data: {
        ...stored(values),
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value === null)),
      },
    }
    expect(patch(draft, 1, change).kind).toBe(isSame ? 'unchanged' : 'conflict')
  })
})

/** What the draft is, and who changed each path when: by nothing but its paths. */
class Oracle {
  readonly values = new Map<string, string>()
  readonly changedAt = new Map<string, number>()

  constructor(draft: Draft) {
    for (const [path, value] of pathsOf(draft)) this.values.set(path, value)
  }

  accept(draft: Draft): string[] {
    const now = new Map(pathsOf(draft))
    const paths = [...new Set([...this.values.keys(), ...now.keys()])].filter(
      path => this.values.get(path) !== now.get(path),
    )
    for (const path of paths) this.changedAt.set(path, draft.draftVersion)
    this.values.clear()
    for (const [path, value] of now) this.values.set(path, value)
    return paths
  }
}

function pathsOf({ slug, data, variants }: EntryContent): [string, string][] {
  const entries = (prefix: string, values: Values) =>
    Object.entries(values).map(([name, value]): [string, string] => [
      `${prefix}/${name}`,
      JSON.stringify(value),
    ])
  return [
    ['/slug', JSON.stringify(slug)],
    ...entries('/data', data).filter(([, value]) => value !== '[]' && value !== 'null'),
    ...Object.entries(variants).flatMap(([id, overlay]) => entries(`/variants/${id}`, overlay)),
  ]
}

const value = fc.constantFrom<Json>('a', 'b', null)
const some = fc.dictionary(fc.constantFrom('title', 'a.b', 'constructor'), value, { maxKeys: 3 })
const overlays = fc.dictionary(fc.constantFrom('vip', 'de'), fc.oneof(some, fc.constant(null)), {
  maxKeys: 2,
})
const step = fc.record({
  writer: fc.nat({ max: 7 }),
  kind: fc.constantFrom('look', 'look', 'patch', 'patch', 'patch', 'patch', 'replace', 'import', 'repeat'),
  slug: fc.option(fc.constantFrom('tide', 'ebb'), { nil: undefined }),
  data: fc.option(some, { nil: undefined }),
  variants: fc.option(overlays, { nil: undefined }),
})

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, each]) => each !== null))

test('of several writers, none overwrites what it has not seen, and none is refused without need', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      let draft = draftOf({ data: { title: 'Tide' } })
      const oracle = new Oracle(draft)
      /** By writer, the version that it has seen, and its last patch. */
      const seenBy = Array.from({ length: 8 }, () => 1)
      const lastPatch: (readonly [seen: number, patch: DraftPatch] | undefined)[] = []
      for (const { writer, kind, slug, data, variants } of steps) {
        const seen = seenBy[writer]!
        if (kind === 'look') {
          seenBy[writer] = draft.draftVersion
          continue
        }
        const whole: EntryContent = {
          slug: slug ?? draft.slug,
          data: withoutNulls(data ?? {}),
          variants: Object.fromEntries(
            Object.entries(variants ?? {}).map(([id, overlay]) => [id, withoutNulls(overlay ?? {})]),
          ),
        }
        if (kind === 'import') {
          draft = overwriteDraft(fields, draft, whole)
          oracle.accept(draft)
          continue
        }
        const change: DraftPatch = {
          ...(slug && { slug }),
          ...(data && { data }),
          ...(variants && { variants }),
        }
        const [asSeen, sent] =
          kind === 'repeat' ? (lastPatch[writer] ?? [seen, {}]) : ([seen, change] as const)
        if (kind === 'patch') lastPatch[writer] = [seen, change]
        const before = draft
        const update =
          kind === 'replace' ? replaceDraft(fields, draft, seen, whole) : patch(draft, asSeen, sent)
        if (update.kind === 'applied') {
          expect(update.draft.draftVersion).toBe(before.draftVersion + 1)
          draft = update.draft
          const changedBefore = new Map(oracle.changedAt)
          for (const path of oracle.accept(draft)) {
            // The writer had seen the value that is gone.
            expect([path, changedBefore.get(path) ?? 1]).toEqual([
              path,
              Math.min(changedBefore.get(path) ?? 1, asSeen),
            ])
            expect(update.draft.pathVersions[path]).toBe(draft.draftVersion)
          }
          if (kind !== 'replace') {
            const named = new Set(pathsNamed(sent, before))
            const others = [...changedBefore]
              .filter(([path, at]) => at > asSeen && !named.has(path))
              .map(([path]) => path)
            expect([...update.changedByOthers].sort()).toEqual(others.sort())
          }
          // A writer need not adopt the new version at once.
          if (kind === 'patch' && slug) seenBy[writer] = draft.draftVersion
        } else {
          expect(oracle.accept(draft)).toEqual([])
          if (update.kind === 'conflict' && kind !== 'replace') {
            expect(update.paths).not.toEqual([])
            for (const path of update.paths) expect(oracle.changedAt.get(path) ?? 1).toBeGreaterThan(asSeen)
          }
          if (update.kind === 'conflict' && kind === 'replace') expect(seen).not.toBe(draft.draftVersion)
        }
        expect(draft.draftVersion === before.draftVersion).toBe(
          listDifferences(fields, before, draft).length === 0,
        )
      }
    }),
    { numRuns: fuzzRuns(1500) },
  )
})

function pathsNamed({ slug, data = {}, variants = {} }: DraftPatch, before: EntryContent): string[] {
  return [
    ...(slug === undefined ? [] : ['/slug']),
    ...Object.keys(data).map(name => `/data/${name}`),
    ...Object.entries(variants).flatMap(([id, overlay]) =>
      Object.keys(overlay ?? (Object.hasOwn(before.variants, id) ? before.variants[id]! : {})).map(
        name => `/variants/${id}/${name}`,
      ),
    ),
  ]
}

test('what is remembered of removed paths is bounded, and what is forgotten counts as changed', () => {
  let draft = draftOf({ data: { title: 'Tide' } })
  for (let index = 0; index < 1200; index++) {
    draft = applied(draft, draft.draftVersion, { variants: { [`v${index}`]: { title: 'x' } } })
    draft = applied(draft, draft.draftVersion, { variants: { [`v${index}`]: null } })
  }
  expect(Object.keys(draft.pathVersions).length).toBeLessThanOrEqual(1001)
  // Seen before v0 was removed: nobody remembers its removal, so the writer has to look again.
  expect(patch(draft, 2, { variants: { v0: { title: 'y' } } })).toEqual({
    kind: 'conflict',
    paths: ['/variants/v0/title'],
  })
  expect(patch(draft, draft.draftVersion, { variants: { v0: { title: 'y' } } }).kind).toBe('applied')
  expect(patch(draft, draft.draftVersion - 1, { data: { title: 'T' } }).kind).toBe('applied')
})
