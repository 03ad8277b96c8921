// Previews without HTTP: lists and entries of the content API over drafts, built for each request from one snapshot.
import { Problem } from '../base/errors.ts'
import { readModels } from '../content/model/collections.store.ts'
import { toPathHead, withOrigin } from '../content/values/stored-data.ts'
import type { Database, Reads } from '../database/database.ts'
import { SpaceModel } from '../query/bind/space-model.ts'
import type { Selection } from '../query/bound-query.ts'
import type { QueryParameters } from '../query/parse/parse-parameters.ts'
import type { BroadScans, ScanRequest } from '../query/scan/broad-scans.ts'
import { Pace } from '../query/scan/pace.ts'
import { scanLimits } from '../query/scan/scan-costs.ts'
import { scanEntries } from '../query/scan/scan-entries.ts'
import { EntryLoader, type Place } from './entry-loader.ts'
import type { PreviewAccess } from './preview-access.ts'
import {
  type PreviewBudget,
  PreviewTooLarge,
  type Proposal,
  previewBudget,
  refuse,
} from './preview-budget.ts'
import { type BoundPreview, bindPreview, needsScan } from './preview-query.ts'
import { renderEntries } from './render-preview.ts'
import { countShown, findShownEntry, listShownIds } from './shown-entries.store.ts'
import { createShownSource } from './shown-source.ts'
import type { SignFile } from './sign-files.ts'

interface PreviewRequest {
  readonly collection: string | null
  readonly depth: number
  readonly variants: readonly string[]
  readonly parameters: QueryParameters | null
  readonly signal: AbortSignal
}

interface ListRequest extends PreviewRequest {
  readonly page: number
  readonly perPage: number
  readonly withoutPermit: ScanRequest['withoutPermit']
}

interface EntryRequest extends PreviewRequest {
  readonly slug: string | null
}

interface PreviewParts {
  readonly database: Pick<Database, 'snapshot'>
  readonly scans: BroadScans
  /** The origin of the addresses of files; without it they are paths. */
  readonly assetsOrigin: string | null
  /** Signs the addresses of files that only drafts show. If absent, they have their usual addresses. */
  readonly signFile?: SignFile
  readonly budget?: PreviewBudget
}

/** The JSON of a response, in UTF-8. */
export type PreviewBody = Buffer

export type PreviewService = ReturnType<typeof createPreviewService>

export function createPreviewService({
  database,
  scans,
  assetsOrigin,
  signFile,
  budget = previewBudget,
}: PreviewParts) {
  const pathHead = toPathHead(assetsOrigin)
  const toBody = (text: string): PreviewBody => withOrigin(Buffer.from(text), pathHead)
  const open = async (reads: Reads, access: PreviewAccess, request: PreviewRequest): Promise<Preview> => {
    const models = await readModels(reads, access.space)
    const names = models.map(({ apiName }) => apiName)
    const model = new SpaceModel(models)
    const bound = bindPreview(request.collection, request.parameters, model, names)
    return new Preview({ reads, access, request, model, bound, budget, signFile: signFile ?? null })
  }
  return {
    list: async (access: PreviewAccess, request: ListRequest): Promise<PreviewBody> => {
      const read = () =>
        database.snapshot(access.space, async reads => (await open(reads, access, request)).list(request))
      if (!needsScan(request.parameters)) return toBody(await read())
      const { credential } = access
      const { withoutPermit } = request
      return toBody(await scans.run({ credential, withoutPermit }, read))
    },

    entry: async (access: PreviewAccess, request: EntryRequest): Promise<PreviewBody> => {
      const text = await database.snapshot(access.space, async reads =>
        (await open(reads, access, request)).entry(request),
      )
      return toBody(text)
    },
  }
}

interface PreviewContext {
  readonly reads: Reads
  readonly access: PreviewAccess
  readonly request: PreviewRequest
  readonly model: SpaceModel
  readonly bound: BoundPreview
  readonly budget: PreviewBudget
  readonly signFile: SignFile | null
}

/** One request in one snapshot. */
class Preview {
  readonly #context: PreviewContext
  readonly #pace: Pace
  readonly #loader: EntryLoader

  constructor(context: PreviewContext) {
    const { reads, access, request, model, budget, signFile } = context
    this.#context = context
    this.#pace = new Pace(request.signal)
    const { variants } = request
    const hasEdit = access.kind !== 'link'
    const compile = { reads, shown: access, model, variants, signFile, hasEdit, pace: this.#pace }
    this.#loader = new EntryLoader(compile, budget)
  }

  async list({ page, perPage }: ListRequest): Promise<string> {
    const { ids, total } = await this.#findPage((page - 1) * perPage, perPage)
    const texts = await this.#render(ids, perPage)
    return `{"list":[${texts.join(',')}],"count":${total},"pagesCount":${Math.ceil(total / perPage)}}`
  }

  async entry({ slug }: EntryRequest): Promise<string> {
    const { reads, access, bound } = this.#context
    const { apiName } = bound.collection
    const id = slug === null ? null : await findShownEntry(reads, access, apiName, slug)
    const [text] = id === null ? [] : await this.#render([id], 1)
    if (text === undefined)
      throw new Problem('entry_not_found', 'The preview shows no entry with this slug in the collection.')
    return `{"doc":${text}}`
  }

  async #findPage(offset: number, limit: number) {
    const { reads, access, bound } = this.#context
    const { apiName } = bound.collection
    if (bound.selection !== null) {
      const ids = await this.#scan(bound.selection)
      return { ids: ids.slice(offset, offset + limit), total: ids.length }
    }
    const total = await countShown(reads, access, apiName)
    const ids = offset >= total ? [] : await listShownIds(reads, access, apiName, { limit, offset })
    return { ids, total }
  }

  async #scan(selection: Selection): Promise<readonly string[]> {
    const { reads, access, model } = this.#context
    const { collection } = selection
    const ids = await listShownIds(reads, access, collection, {
      limit: scanLimits.entries + 1,
      offset: 0,
    })
    if (ids.length > scanLimits.entries) throw tooManyEntries(collection)
    const source = createShownSource({ reads, shown: access, variant: selection.variant, pace: this.#pace })
    return scanEntries(ids, { selection, model, source, pace: this.#pace })
  }

  async #render(ids: readonly string[], perPage: number): Promise<readonly string[]> {
    const { request, budget } = this.#context
    try {
      return await this.#attempt(ids, request.depth)
    } catch (error) {
      if (!(error instanceof PreviewTooLarge)) throw error
      throw refuse(error, budget, await this.#propose(ids, perPage))
    }
  }

  async #attempt(ids: readonly string[], depth: number): Promise<readonly string[]> {
    const { access, request, bound, budget } = this.#context
    const place: Place = { depth, projection: bound.projection }
    await this.#loader.load(ids, place)
    const texts = await renderEntries(ids, place, {
      loader: this.#loader,
      variants: request.variants,
      hasEdit: access.kind !== 'link',
      budget,
      pace: this.#pace,
    })
    // Commas are in the budget, and the envelope is not worth counting.
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
    if (bytes > budget.bytesMax) throw new PreviewTooLarge('bytes')
    return texts
  }

  /** Proposes a smaller depth, or a page of a quarter of the entries at that depth, that was seen to fit. */
  async #propose(ids: readonly string[], perPage: number): Promise<Proposal | null> {
    const { depth } = this.#context.request
    for (let smaller = depth - 1; smaller >= 0; smaller--) {
      if (await this.#fits(ids, smaller)) return { depth: smaller }
    }
    for (let smaller = Math.floor(perPage / 4); smaller >= 1; smaller = Math.floor(smaller / 4)) {
      if (await this.#fits(ids.slice(0, smaller), depth)) return { perPage: smaller }
    }
    return null
  }

  async #fits(ids: readonly string[], depth: number): Promise<boolean> {
    try {
      await this.#attempt(ids, depth)
      return true
    } catch (error) {
      if (error instanceof PreviewTooLarge) return false
      throw error
    }
  }
}

function tooManyEntries(collection: string): Problem {
  const max = scanLimits.entries.toLocaleString('en-US')
  return new Problem(
    'query_too_costly',
    `The preview of ${collection} has more than ${max} entries. Conditions and \`sort\` are evaluated entry by entry in a preview, up to that many: leave them out.`,
  )
}
