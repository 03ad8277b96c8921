// The components of a space as its tables have them.
import type { Selectable } from 'kysely'
import { linkComponents } from '../../../src/content/model/stored-models.ts'
import type { Component, Components, Field } from '../../../src/content/values/model.ts'
import type { Schema } from '../../../src/database/schema.ts'

export function componentsIn(rows: readonly Selectable<Schema['collection']>[], space: string): Components {
  const own = rows.filter(row => row.space === space && row.kind === 'component')
  return linkComponents(
    own.map(
      (row): Component => ({
        ...{ kind: 'component', apiName: row.api_name, name: row.name },
        fields: JSON.parse(row.fields) as Field[],
      }),
    ),
  )
}
