// Changes many entries in steps; each step is one transaction on the server. Refused operations do not prevent the others.
// No React here.
import { ApiProblem } from '../request.ts'

export interface BulkOperation {
  readonly op: 'publish' | 'unpublish' | 'schedule' | 'archive' | 'unarchive' | 'patch'
  readonly id: string
  readonly draftVersion?: number
  readonly publishAt?: string
  readonly unpublishAt?: string
  /** The values of fields to change. */
  readonly data?: object
  /** The values of fields to change in variants, by variant id. */
  readonly variants?: object
}

/** One reason why the operation on an entry was refused. */
export interface RefusalReason {
  /** A JSON Pointer into the entry; empty for the entry itself. */
  readonly path: string
  readonly message: string
  /** The code of the problem. */
  readonly code?: string | undefined
}

export interface BulkProgress {
  /** The ids of the changed entries. */
  readonly done: readonly string[]
  readonly refused: ReadonlyMap<string, readonly RefusalReason[]>
  /** The ids of entries whose request got no response: they may or may not have been changed. */
  readonly unknown: readonly string[]
}

interface BulkRun {
  readonly send: (operations: readonly BulkOperation[]) => Promise<unknown>
  readonly onProgress?: (progress: BulkProgress) => void
  /** Called before each request. */
  readonly isCancelled?: () => boolean
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** The server's limit for one request. */
export const operationsPerStep = 500

/**
 * Sends the operations in steps. Throws the error that prevents a whole step, such as a lost connection, after
 * `onProgress` has reported the earlier steps. A step without a response is sent again, which does not change entries a
 * second time.
 */
export async function runInSteps(
  operations: readonly BulkOperation[],
  { send, onProgress = () => {}, isCancelled = () => false, wait = sleep }: BulkRun,
): Promise<BulkProgress> {
  const done: string[] = []
  const refused = new Map<string, readonly RefusalReason[]>()
  for (let start = 0; start < operations.length; start += operationsPerStep) {
    let rest = operations.slice(start, start + operationsPerStep)
    while (rest.length > 0) {
      if (isCancelled()) return { done, refused, unknown: [] }
      const found = await sendAgain(() => send(rest), wait).then(
        () => null,
        (error: unknown) => {
          if (isWithoutResponse(error)) {
            onProgress({ done: [...done], refused: new Map(refused), unknown: rest.map(({ id }) => id) })
          }
          return readRefusals(error, rest)
        },
      )
      if (found === null) done.push(...rest.map(({ id }) => id))
      for (const [id, reasons] of found ?? []) refused.set(id, reasons)
      rest = found === null ? [] : rest.filter(({ id }) => !found.has(id))
      onProgress({ done: [...done], refused: new Map(refused), unknown: [] })
    }
  }
  return { done, refused, unknown: [] }
}

const sleep = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const waitsMs = [1000, 4000]

/** Checks whether the request got no response, so that it is unknown whether the server has executed it. */
const isWithoutResponse = (error: unknown) =>
  error instanceof ApiProblem && [0, 502, 504].includes(error.status)

async function sendAgain(
  send: () => Promise<unknown>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<unknown> {
  for (const milliseconds of waitsMs) {
    try {
      return await send()
    } catch (error) {
      if (!isWithoutResponse(error)) throw error
    }
    await wait(milliseconds)
  }
  return send()
}

const place = /^\/operations\/(\d+)(\/.*)?$/

/** Returns the reasons by entry id. Throws the error if it names none of the operations. */
function readRefusals(
  error: unknown,
  sent: readonly BulkOperation[],
): ReadonlyMap<string, readonly RefusalReason[]> {
  const found = new Map<string, RefusalReason[]>()
  if (!(error instanceof ApiProblem) || error.code !== 'operations_refused') throw error
  for (const { name, message, code } of error.errors) {
    const [, index, path = ''] = place.exec(name) ?? []
    const operation = index === undefined ? undefined : sent[Number(index)]
    if (!operation) continue
    const reasons = found.get(operation.id) ?? []
    found.set(operation.id, [...reasons, { path, message, code }])
  }
  if (found.size === 0) throw error
  return found
}
