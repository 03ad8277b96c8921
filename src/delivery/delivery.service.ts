// What clients ask of the content, without HTTP: from a question to the answer's JSON, read under one snapshot.
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { toJsonResponse } from '../http/json-response.ts'
import type { PageDependency } from './cache/dependencies.ts'
import type {
  BuildContext,
  BuiltResponse,
  DeliveredResponse,
  Question,
  Recall,
  ResponseCache,
} from './cache/response-cache.ts'
import { writeModel } from './model.service.ts'
import type { EntryQuery, ListQuery } from './query.ts'
import { refuseEntry, refusePage } from './resolve/budget.ts'
import { collectFragments, join, readPage, requireCollection } from './resolve/build-response.ts'
import { digestOf } from './resolve/fragments.ts'
import type { Budget } from './resolve/measure.ts'
import { findLiveEntry } from './store/published-entries.store.ts'

/** They throw `collection_not_found` and `entry_not_found`, and refuse what is over the budget. */
export interface DeliveryService {
  /** For a question that comes again: what can be answered without a promise; null otherwise. */
  recaller(question: ListQuery | EntryQuery): Recall
  listEntries(space: SpaceId, question: ListQuery): Promise<DeliveredResponse>
  getEntry(space: SpaceId, question: EntryQuery): Promise<DeliveredResponse>
  getModel(space: SpaceId): Promise<DeliveredResponse>
}

export function createDeliveryService(answers: ResponseCache, budget: Budget): DeliveryService {
  return {
    recaller: question => answers.recaller(toQuestion(question)),
    listEntries: (space, question) =>
      answers.find(space, toQuestion(question), reading => makePage(reading, question, budget)),
    getEntry: (space, question) =>
      answers.find(space, toQuestion(question), reading => makeEntry(reading, question, budget)),
    getModel: space => answers.find(space, { text: 'model', variants: [] }, makeModel),
  }
}

/** Two questions that may have different answers have different texts or variants. */
function toQuestion(question: ListQuery | EntryQuery): Question {
  const { collection, depth, variants } = question
  const which = 'slug' in question ? ['entry', question.slug] : ['list', question.page, question.perPage]
  return { text: JSON.stringify([collection, depth, ...which]), variants }
}

async function makeModel({ reads, space }: BuildContext): Promise<BuiltResponse> {
  const body = Buffer.from(await writeModel(reads, space))
  const dependencies = { entries: [], addresses: [], collection: null, page: null, model: true }
  return { answer: toJsonResponse([body], digestOf(body)), dependencies, variants: new Set() }
}

const listHead = '{"list":['

async function makePage(reading: BuildContext, question: ListQuery, budget: Budget): Promise<BuiltResponse> {
  const collection = await requireCollection(reading, question.collection)
  const attempt = async (perPage: number) => {
    const offset = (question.page - 1) * perPage
    const { total, keys } = await readPage(reading, collection, { offset, limit: perPage })
    const page: PageDependency = { collection, first: keys[0] ?? null, last: keys.at(-1) ?? null }
    const tail = `],"count":${total},"pagesCount":${Math.ceil(total / perPage)}}`
    const envelopeBytes = listHead.length + Math.max(0, keys.length - 1) + tail.length
    const ids = keys.map(({ entry }) => entry)
    return { page, tail, gathered: await collectFragments(reading, ids, question, envelopeBytes, budget) }
  }
  const { page, tail, gathered } = await attempt(question.perPage)
  if ('fragments' in gathered) return join(listHead, gathered.fragments, tail, { collection, page })
  return refusePage(question, gathered.budgetExceeded, budget, async perPage => {
    const smaller = await attempt(perPage)
    return 'fragments' in smaller.gathered ? null : smaller.gathered.budgetExceeded
  })
}

async function makeEntry(
  reading: BuildContext,
  question: EntryQuery,
  budget: Budget,
): Promise<BuiltResponse> {
  const { reads, space } = reading
  const { slug } = question
  const collection = await requireCollection(reading, question.collection)
  const id = slug === null ? null : await findLiveEntry(reads, space, collection, slug)
  if (id === null)
    throw new Problem('entry_not_found', 'No published entry of this collection has this slug.')
  const about = { collection, page: null }
  const envelopeBytes = '{"doc":}'.length
  const gathered = await collectFragments(reading, [id], question, envelopeBytes, budget)
  if ('budgetExceeded' in gathered) throw refuseEntry(gathered.budgetExceeded.measure)
  return join('{"doc":', gathered.fragments, '}', about)
}
