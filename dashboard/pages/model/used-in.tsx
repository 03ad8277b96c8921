// Lists the fields to which a component can be added, with links to their models.
import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { ComponentModelView } from '../../../src/authoring/models/models.schema.ts'
import { useAllCollections, useComponents } from '../../api/content/content.ts'
import { useSpacePaths } from '../../api/space.ts'
import { nameField } from '../../parts/entries/place-name.ts'

export function UsedIn({ fields }: { readonly fields: ComponentModelView['usedIn'] }) {
  const paths = useSpacePaths()
  const { data: collections = [] } = useAllCollections()
  const { data: components = [] } = useComponents()
  const models = [...collections, ...components]
  return (
    <ul className="plain-list">
      {fields.map(({ model, field }) => {
        const known = models.find(({ apiName }) => apiName === model)
        const name = nameField(known?.fields.find(({ apiName }) => apiName === field) ?? { apiName: field })
        return (
          <li key={`${model} ${field}`}>
            <Anchor component={Link} href={paths.toModel(model)} size="sm" underline="hover">
              {`${known?.name ?? model}: ${name}`}
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}
