// Shows a library file in a field: the file's own properties, and the values that this use overrides.
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useAsset } from '../../api/media/assets.ts'
import { useSpacePaths } from '../../api/space.ts'
import type { NamedAsset } from '../../media/asset-value.ts'
import { describeFile } from '../../media/file-words.ts'
import { OwnValues } from '../../media/own-values.tsx'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import type { FieldInputProps } from '../field-type.ts'

interface LibraryFileProps extends FieldInputProps<NamedAsset> {
  readonly onPick: () => void
  readonly onRemove: () => void
}

export function LibraryFile(props: LibraryFileProps) {
  const { value, readOnly, onPick, onRemove } = props
  const { data: asset, error, refetch } = useAsset(value.id)
  const buttons = readOnly ? null : (
    <>
      <Button variant="default" size="xs" onClick={onPick}>
        {asset === null ? 'Choose another' : 'Replace'}
      </Button>
      <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
        Remove
      </Button>
    </>
  )
  if (asset === null) {
    return (
      <div className="asset-missing">
        <Text size="sm" fw={550}>
          This file is missing
        </Text>
        <Text size="xs" c="dimmed" className="entry-text">
          {`File ${value.id} is not in the library. It will be missing on the site.`}
        </Text>
        <Group gap="xs">{buttons}</Group>
      </div>
    )
  }
  if (error) {
    return <ProblemAlert error={error} title="Could not load the file" onRetry={() => void refetch()} />
  }
  return (
    <div className="asset-card" data-picture>
      {asset ? (
        <Thumbnail asset={asset} width={256} className="asset-picture" iconSize={30} />
      ) : (
        <Skeleton className="asset-picture" height={72} />
      )}
      <div className="asset-facts">
        <div>
          <Text fw={550} truncate>
            {asset?.filename ?? 'File'}
          </Text>
          <Text size="xs" c="dimmed">
            {asset ? describeFile(asset) : 'Loading'}
          </Text>
        </div>
        <Group gap="xs">
          {buttons}
          <EditInMedia id={value.id} />
        </Group>
      </div>
      {asset ? (
        <div className="asset-own">
          <OwnValues {...props} asset={asset} />
        </div>
      ) : null}
    </div>
  )
}

function EditInMedia({ id }: { readonly id: string }) {
  const paths = useSpacePaths()
  return (
    <Anchor component={Link} href={paths.toAsset(id)} size="xs" className="asset-url-link">
      Edit in Media
    </Anchor>
  )
}
