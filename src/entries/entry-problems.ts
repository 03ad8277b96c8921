// The errors of operations on entries, with their codes.
import { type Actor, parseActor } from '../base/caller.ts'
import { toTimestamp } from '../base/clock.ts'
import { type FieldError, Problem } from '../base/errors.ts'
import type { ValidationIssue } from '../content/fields/field-rules.ts'
import type { OversizedEntry } from '../content/publish/entry-size.ts'

/** An error that rolls back the transaction, and the operation that it concerns. */
export interface Failure {
  readonly operation: number
  readonly problem: Problem
  /** The draft that cannot be published. */
  readonly unpublishable?: InvalidDraft | OversizedEntry
}

export function entryNotFound(): Problem {
  return new Problem('entry_not_found', 'The space has no entry with this id.')
}

export function collectionNotFound(): Problem {
  return new Problem('collection_not_found', 'The space has no collection with this API name.')
}

/** The maximum number of reported errors. More would not be read. */
const errorsMax = 50

export function toFieldErrors(errors: readonly ContentError[]): FieldError[] {
  return errors.map(({ path, message }) => ({ in: 'body', name: path, message }))
}

/** The error for values and slugs that cannot be stored. */
export function invalidContent(errors: readonly ContentError[]): Problem {
  const fields = toFieldErrors(errors.slice(0, errorsMax))
  return new Problem('invalid_body', toDetail(fields), { errors: fields })
}

function toDetail(errors: readonly Pick<FieldError, 'name' | 'message'>[]): string {
  return errors.map(({ name, message }) => `${name} ${message}.`).join(' ')
}

/** The current state of a draft, which tells a writer by whom it was changed. */
interface CurrentDraft {
  readonly draftVersion: number
  readonly updatedAt: number
  readonly updatedBy: string | null
}

export function draftConflict(
  { draftVersion, updatedAt, updatedBy }: CurrentDraft,
  paths: readonly string[],
): Problem {
  const by: Actor | null = parseActor(updatedBy)
  const who = by === null ? '' : ` by ${by.name}`
  const reason =
    paths.length === 0
      ? `The draft is at version ${draftVersion}, and not at the one that was sent`
      : `The draft was changed${who}: ${paths.slice(0, errorsMax).join(', ')}. It is at version ${draftVersion} now`
  return new Problem('draft_conflict', `${reason}; nothing was changed.`, {
    members: { draftVersion, paths, updatedAt: toTimestamp(updatedAt), updatedBy: by },
  })
}

export function entryArchived(): Problem {
  return new Problem('entry_archived', 'The entry is archived. Unarchive it first.')
}

export function slugTaken(slug: string, suggestion: string): Problem {
  return new Problem('slug_taken', `The slug "${slug}" is taken. "${suggestion}" is free.`, {
    members: { suggestion },
  })
}

export function singletonExists(collection: string): Problem {
  return new Problem('singleton_exists', `${collection} holds one entry, and has it.`)
}

export function draftInvalid({ problems }: InvalidDraft): Problem {
  const errors = problems
    .slice(0, errorsMax)
    .map(({ path, code, message }): FieldError => ({ in: 'draft', name: path, message, code }))
  return new Problem('draft_invalid', toDetail(errors), { errors })
}

/** An error. `message` continues a sentence that begins with the path. */
export interface ContentError {
  readonly path: string
  readonly message: string
}

/** A draft that violates its model, so that it cannot be published. */
export interface InvalidDraft {
  readonly id: string
  readonly where: string
  readonly problems: readonly Pick<ValidationIssue, 'path' | 'code' | 'message'>[]
}

export function entryTooLarge({ where, reason }: OversizedEntry): Problem {
  return new Problem('entry_too_large', `${where} would be too large to be served: ${reason}.`)
}
