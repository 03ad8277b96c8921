// Says which fields a view uses that the model no longer has.
import { Alert } from '@mantine/core'
import { useViews } from '../../../api/content/views.ts'

interface GoneFieldsProps {
  /** The API name of the collection. */
  readonly collection: string
  /** The id of the chosen view; empty for none. */
  readonly view: string
}

export function GoneFields({ collection, view }: GoneFieldsProps) {
  const { data: views = [] } = useViews(collection)
  const gone = views.find(({ id }) => id === view)?.gone ?? []
  if (gone.length === 0) return null
  return (
    <div className="list-note">
      <Alert color="yellow" variant="light" role="status">
        {gone.length === 1
          ? `This view uses the field “${gone[0]}”, which no longer exists. It is left out.`
          : `This view uses fields that no longer exist: ${gone.map(name => `“${name}”`).join(', ')}. They are left out.`}
      </Alert>
    </div>
  )
}
