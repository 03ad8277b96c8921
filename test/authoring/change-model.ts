// A change of a model beside which others write once it is prepared.
import { applyModelChanges, entriesPerChangeMax } from '../../src/authoring/models/model-changes.service.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import type { AuthoringFixture } from './authoring-fixture.ts'

/** `between` runs once, after the change is prepared. */
export function changeModel(
  { space }: AuthoringFixture,
  collection: string,
  operations: readonly object[],
  between: () => Promise<unknown>,
) {
  const database = interrupted(space.database, async read => {
    if (read === 1) await between()
  })
  return applyModelChanges(
    database,
    space.space,
    [{ collection, modelVersion: 1, operations, acceptLosses: false }],
    {
      clock: () => space.time.now,
      by: '{"kind":"command","name":"test"}',
      dryRun: false,
      entriesMax: entriesPerChangeMax,
      beforeLockMin: 1,
    },
    async ([result]) => result!,
  )
}
