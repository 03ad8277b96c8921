// What clients ask of the content, without HTTP: from a question to the answer's JSON, read under one snapshot.
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import type { Reads } from '../database/database.ts'
import type { JsonAnswer } from '../http/json-answer.ts'
import type { Answers } from './answers.ts'
import { collectionExists, countLive, eachLiveBySlug, eachLiveOfPage } from './content.store.ts'
import { Graph, type Node } from './graph.ts'
import { type Budget, countFitting, type Measure, measure } from './measure.ts'
import { writeModel } from './model.service.ts'
import type { EntryQuestion, PageAttempt, PageQuestion } from './questions.ts'
import { createRenderer } from './render.ts'
import type { Publication } from './template.ts'
import { refuseEntry, refusePage } from './too-large.ts'

/** They throw `collection_not_found` and `entry_not_found`, and refuse what is over the budget. */
export interface ContentService {
  listEntries(space: SpaceId, question: PageQuestion): Promise<JsonAnswer>
  getEntry(space: SpaceId, question: EntryQuestion): Promise<JsonAnswer>
  getModel(space: SpaceId): Promise<JsonAnswer>
}

export function createContentService(answers: Answers, budget: Budget): ContentService {
  return {
    listEntries: (space, question) =>
      answers.find(space, toText('list', question), async reads => {
        const collection = await requireCollection(reads, space, question.collection)
        const count = await countLive(reads, space, collection)
        const attempt = (perPage: number) =>
          attemptPage({ reads, space, budget, count }, { ...question, collection, perPage })
        const page = await attempt(question.perPage)
        return page.measure.fits ? page.render() : refusePage(question, page, attempt)
      }),
    getModel: space => answers.find(space, 'model', reads => writeModel(reads, space)),
    getEntry: (space, question) =>
      answers.find(space, toText('entry', question), async reads => {
        const collection = await requireCollection(reads, space, question.collection)
        const graph = new Graph(reads, space, question.variants)
        const { slug } = question
        const { complete, publications } =
          slug === null
            ? { complete: true, publications: [] }
            : await graph.collect(onRow =>
                eachLiveBySlug(reads, space, { collection, slug }, question.variants, onRow),
              )
        const [root] = toNodes(graph, publications)
        if (complete && !root) {
          throw new Problem('entry_not_found', 'No published entry of this collection has this slug.')
        }
        const measured: Measure =
          complete && root
            ? await measure(graph, [root], question.depth, '{"doc":}'.length, budget)
            : nothingFits
        if (!measured.fits || !root) throw refuseEntry(measured)
        return `{"doc":${createRenderer()(root, question.depth)}}`
      }),
  }
}

/** Two questions that may have different answers have different texts. */
function toText(kind: 'list' | 'entry', question: PageQuestion | EntryQuestion): string {
  const { collection, depth, variants } = question
  const which = 'slug' in question ? [question.slug] : [question.page, question.perPage]
  return JSON.stringify([kind, collection, ...which, depth, ...variants])
}

/** There was more to load than any answer may hold. */
const nothingFits: Measure = { fits: false, fittingDepth: -1 }

async function requireCollection(reads: Reads, space: SpaceId, apiName: string | null): Promise<string> {
  if (apiName !== null && (await collectionExists(reads, space, apiName))) return apiName
  throw new Problem('collection_not_found', 'The space of this key has no collection of this API name.')
}

interface PageScope {
  readonly reads: Reads
  readonly space: SpaceId
  readonly budget: Budget
  readonly count: number
}

async function attemptPage(
  scope: PageScope,
  question: PageQuestion & { collection: string },
): Promise<PageAttempt> {
  const { reads, space, budget, count } = scope
  const { collection, page, perPage, depth, variants } = question
  const graph = new Graph(reads, space, variants)
  const range = { collection, limit: perPage, offset: (page - 1) * perPage }
  const { complete, publications } =
    range.offset < count
      ? await graph.collect(onRow => eachLiveOfPage(reads, space, range, variants, onRow))
      : { complete: true, publications: [] }
  const roots = toNodes(graph, publications.sort(byPublication))
  const tail = `],"count":${count},"pagesCount":${Math.ceil(count / perPage)}}`
  const envelopeBytes = '{"list":['.length + Math.max(0, roots.length - 1) + tail.length
  return {
    measure: complete ? await measure(graph, roots, depth, envelopeBytes, budget) : nothingFits,
    countFitting: () => countFitting(roots, budget),
    render: () => {
      const write = createRenderer()
      let text = '{"list":['
      roots.forEach((root, place) => {
        text += place === 0 ? write(root, depth) : `,${write(root, depth)}`
      })
      return text + tail
    },
  }
}

function toNodes(graph: Graph, publications: readonly Publication[]): Node[] {
  return publications.map(publication => graph.add(publication))
}

/** The order of a list: newest first, then by id; ids are ASCII, so comparing UTF-16 is comparing code points. */
function byPublication(a: Publication, b: Publication): number {
  return b.row.publishedAt - a.row.publishedAt || (a.row.entry < b.row.entry ? -1 : 1)
}
