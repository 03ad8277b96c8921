// Editors of one entry with blocks, which save by the management API, for the tests of the editor.
import { withComponents } from '../../dashboard/api/content/components.ts'
import { ApiProblem } from '../../dashboard/api/request.ts'
import type { Path } from '../../dashboard/pages/entry/engine/draft-paths.ts'
import { type EditorModel, EntryEditor } from '../../dashboard/pages/entry/engine/entry-editor.ts'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'
import { scopesByKind } from '../../src/base/scopes.ts'
import type { Component } from '../../src/content/values/model.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { hero, landings, quote, section, seo } from './block-models.ts'
import { ManualClock } from './editor-simulation.ts'

const opener = { ...hero, fields: hero.fields.filter(({ apiName }) => apiName !== 'book') }
const components = [opener, quote, section, seo]
export const landingModel = {
  ...withComponents(landings, components as unknown as readonly Component[]),
  modelVersion: 1,
} as unknown as EditorModel

export const block = (component: string, key: string, data: object) => ({ component, key, data })

export type Editing = Awaited<ReturnType<typeof startEditing>>

/** Creates a space with pages of blocks, and returns how their editors are opened. */
export async function startEditing() {
  const models = components.map(({ kind, ...component }) => ({ type: kind, ...component }))
  const variants = [
    { type: 'variant', id: 'de', name: 'German', kind: 'locale' },
    { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' },
  ]
  const space = await createTestSpace({
    records: [...models, ...variants, { type: 'collection', ...landings }] as never,
  })
  const { key } = await space.makeKey({ scopes: scopesByKind.management })
  const bodies: object[] = []
  let lost = 0
  const send = async (method: string, path: string, body?: object) => {
    const response = await space.request(`/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as { code: string; detail: string; errors: [] }
    if (!response.ok) {
      throw new ApiProblem(response.status, json.code, json.detail, json.errors, null, json as never)
    }
    return json as unknown as { readonly doc: never }
  }
  const stored = async () => (await send('GET', '/entries/e1')).doc as EntryView
  return {
    send,
    bodies,
    stored,
    /** Loses the next responses, whose requests the server has carried out. */
    lose: (count: number) => {
      lost = count
    },
    create: (data: object, variants: object = {}) =>
      send('POST', '/entries', {
        ...{ id: 'e1', collection: 'landings', slug: 'e1', variants },
        data: { title: 'A page', ...data },
      }),
    open: async (unsent: ReadonlyMap<Path, never> = new Map()) => {
      const local = new Map<Path, unknown>(unsent)
      const editor = new EntryEditor({
        entry: await stored(),
        model: landingModel,
        server: {
          create: async body => (await send('POST', '/entries', body)).doc,
          patch: async body => {
            bodies.push(body)
            const { doc } = await send('PATCH', '/entries/e1', body)
            if (lost-- > 0) throw new ApiProblem(0, 'offline', 'Could not reach the server.')
            return doc
          },
          read: stored,
          changes: async since => (await send('GET', `/entries/e1/changes?since=${since}`)).doc,
        },
        clock: new ManualClock(),
        local: {
          put: (path, edit) => void local.set(path, structuredClone(edit)),
          remove: path => void local.delete(path),
        },
        unsent,
        isCopy: false,
        onModelChanged: () => {},
      })
      return { editor, local: local as Map<Path, never> }
    },
  }
}
