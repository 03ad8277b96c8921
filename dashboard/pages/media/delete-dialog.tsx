// Deletes files. For files in use, it first lists their entries and asks the user to confirm.
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AssetItemView, AssetView } from '../../../src/media/manage/asset.schema.ts'
import { useAssetsById, useDeleteAsset } from '../../api/media/assets.ts'
import { ApiProblem } from '../../api/request.ts'
import { explainRefusal } from '../../media/refusals.ts'
import { countFiles } from '../../media/upload/upload-words.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { countEntries, formatCount } from '../../parts/lists/counts.ts'
import { Use } from './asset-uses.tsx'

interface DeleteDialogProps {
  /** Null while the dialog is closed. */
  readonly assets: readonly AssetItemView[] | null
  readonly onClose: () => void
  /** Called after all files were deleted. */
  readonly onDeleted: () => void
}

/** The maximum number of used files whose entries are listed. */
const namedMax = 10

export function DeleteDialog({ assets, onClose, onDeleted }: DeleteDialogProps) {
  // Keeps the last files while the dialog fades out.
  const [shown, setShown] = useState(assets ?? [])
  if (assets !== null && assets !== shown) setShown(assets)
  const used = shown.filter(({ uses }) => uses > 0)
  const named = useAssetsById(assets === null ? [] : used.slice(0, namedMax).map(({ id }) => id))
  const deletion = useDeletion()
  const { reset } = deletion
  useEffect(() => {
    if (assets !== null) reset()
  }, [assets, reset])
  const [only] = shown
  const name = shown.length === 1 ? `“${only?.filename}”` : countFiles(shown.length)
  // An entry may have started to use the file.
  const isInUse =
    used.length > 0 || (deletion.error instanceof ApiProblem && deletion.error.code === 'asset_in_use')
  return (
    <ConfirmDialog
      opened={assets !== null}
      onClose={onClose}
      title={`Delete ${name}?`}
      confirmLabel={isInUse ? 'Delete anyway' : 'Delete'}
      danger
      onConfirm={() => deletion.mutate({ assets: shown, force: isInUse }, { onSuccess: onDeleted })}
      pending={deletion.isPending}
      error={deletion.error}
      errorTitle="Could not delete"
      explain={error => explainDeletion(error) ?? explainRefusal(error)}
    >
      {used.length === 0 ? (
        <p>
          {shown.length === 1 ? 'No entry uses it.' : 'No entry uses any of them.'} This cannot be undone.
        </p>
      ) : (
        <>
          <p>
            {shown.length === 1
              ? 'It is used'
              : used.length === 1
                ? 'One of them is used'
                : `${used.length === shown.length ? 'All' : formatCount(used.length)} of them are used`}
            . The entries show nothing in {used.length === 1 ? 'its' : 'their'} place, on the site at once.
            This cannot be undone.
          </p>
          <ul className="plain-list files-in-use">
            {used.slice(0, namedMax).map((asset, index) => (
              <li key={asset.id}>
                {shown.length === 1 ? null : <Text fw={550}>{asset.filename}</Text>}
                <Entries uses={asset.uses} asset={named[index]} />
              </li>
            ))}
          </ul>
          {used.length > namedMax ? <p>{`And ${used.length - namedMax} more files.`}</p> : null}
        </>
      )}
    </ConfirmDialog>
  )
}

const entriesMax = 5

interface EntriesProps {
  readonly uses: number
  /** Undefined while loading. */
  readonly asset: AssetView | null | undefined
}

function Entries({ uses, asset }: EntriesProps) {
  if (!asset) return <Text size="sm">{`Used in ${countEntries(uses)}.`}</Text>
  const named = asset.usedBy.slice(0, entriesMax)
  const rest = uses - named.length
  return (
    <>
      <ul className="plain-list file-uses">
        {named.map(use => (
          <Use key={use.id} use={use} />
        ))}
      </ul>
      {rest > 0 ? <Text size="sm">{`And ${formatCount(rest)} more.`}</Text> : null}
    </>
  )
}

/** Deletes the files in sequence and stops at the first error. A file that is already deleted is not an error. */
function useDeletion() {
  const remove = useDeleteAsset()
  return useMutation({
    mutationFn: async ({ assets, force }: { assets: readonly AssetItemView[]; force: boolean }) => {
      for (const { id } of assets) {
        await remove.mutateAsync({ id, force }).catch(error => {
          if (!(error instanceof ApiProblem && error.code === 'asset_not_found')) throw error
        })
      }
    },
  })
}

function explainDeletion(error: unknown): string | undefined {
  const isInUse = error instanceof ApiProblem && error.code === 'asset_in_use'
  return isInUse
    ? 'An entry started to use it in the meantime. Its place will be empty if you delete it.'
    : undefined
}
