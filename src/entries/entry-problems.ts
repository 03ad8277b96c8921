// The errors of operations on entries, with their codes.
import { type Actor, parseActor } from '../base/actor.ts'
import { toTimestamp } from '../base/clock.ts'
import { type FieldError, Problem } from '../base/errors/errors.ts'
import { listChangedSince } from './drafts/draft-paths.ts'
import type { ContentError } from './drafts/sent-content.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import type { InvalidDraft } from './publish-drafts.ts'

/** An error that rolls back the transaction, and the operation that it concerns. */
export interface Failure {
  readonly operation: number
  readonly problem: Problem
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

export function draftConflict(entry: EntryInTransaction, paths: readonly string[]): Problem {
  const { draftVersion } = entry.draft
  const { updated_at: updatedAt, updated_by: updatedBy } = entry.stored?.row ?? {
    updated_at: 0,
    updated_by: null,
  }
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

/** Throws unless the caller has seen the current draft. */
export function requireCurrent(entry: EntryInTransaction, seen: number | undefined): void {
  const { draft, model } = entry
  // `draft` includes the changes by earlier operations of the same request.
  if (seen === undefined || seen === draft.draftVersion) return
  throw draftConflict(entry, seen > draft.draftVersion ? [] : listChangedSince(model.fields, draft, seen))
}

export function requireNotArchived({ archivedAt }: Pick<EntryInTransaction, 'archivedAt'>): void {
  if (archivedAt !== null) {
    throw new Problem('entry_archived', 'The entry is archived. Unarchive it first.')
  }
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
