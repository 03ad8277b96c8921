// Lists, creates, changes and removes the variants of the space: the locales and audiences that entries can have separate
// values for.
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLanguage, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useVariants, type VariantView } from '../../../api/content/drafts.ts'
import { useDeleteVariant } from '../../../api/content/variants.ts'
import { useHasRight } from '../../../api/space.ts'
import { ConfirmDialog, keepFocus } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { EmptyState } from '../../../parts/lists/empty-state.tsx'
import {
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
  TableSkeleton,
} from '../../../parts/lists/stack-table.tsx'
import { PageHeader } from '../../../parts/page/page-header.tsx'
import { ModelTabs } from '../model-tabs.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { VariantDialog } from './variant-dialog.tsx'

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly variant: VariantView }
  | null

export function VariantsPage() {
  const mayModel = useHasRight('model')
  const { data, error, refetch } = useVariants()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setDialog(null)
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
      onClick={() => setDialog({ kind: 'new' })}
    >
      Add a variant
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Variants"
        about="Locales and audiences. An entry can have different values for each, and requests choose between them."
        actions={
          mayModel && data && data.length > 0 ? (
            <Button
              ref={button}
              leftSection={<IconPlus size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setDialog({ kind: 'new' })}
            >
              Add a variant
            </Button>
          ) : null
        }
      />
      <ModelTabs />
      <Stack id="variants" tabIndex={-1} style={{ outline: 'none' }}>
        <ReadOnlyNote />
        <ProblemAlert error={error} onRetry={refetch} title="Could not load the variants" />
        {data || error ? null : <TableSkeleton columns={3} rows={4} />}
        {data?.length === 0 ? (
          <EmptyState title="No variants yet" action={mayModel ? add : null}>
            With a locale such as German, or an audience such as members, each entry can say the same in
            another way.
          </EmptyState>
        ) : null}
        {data && data.length > 0 ? (
          <VariantsTable
            variants={data}
            mayModel={mayModel}
            onEdit={variant => setDialog({ kind: 'edit', variant })}
            onRemove={variant => setDialog({ kind: 'remove', variant })}
          />
        ) : null}
        {data && data.length > 0 ? (
          <Text size="sm" c="dimmed">
            In a request: <Code>{`?variants=${data[0]?.id ?? ''}`}</Code>
          </Text>
        ) : null}
      </Stack>
      <VariantDialog
        variant={dialog?.kind === 'edit' ? dialog.variant : null}
        opened={dialog?.kind === 'new' || dialog?.kind === 'edit'}
        onClose={close}
        onExit={() => keepFocus(() => button.current ?? document.getElementById('variants'))}
      />
      <RemoveDialog variant={dialog?.kind === 'remove' ? dialog.variant : null} onClose={close} />
    </>
  )
}

interface RemoveDialogProps {
  /** Null while the dialog is closed. */
  readonly variant: VariantView | null
  readonly onClose: () => void
}

function RemoveDialog({ variant, onClose }: RemoveDialogProps) {
  const { mutate, isPending, error, reset } = useDeleteVariant()
  // Keeps the last variant while the dialog fades out.
  const [shown, setShown] = useState(variant)
  if (variant !== null && variant !== shown) setShown(variant)
  const close = () => {
    reset()
    onClose()
  }
  const remove = () => {
    if (!variant) return
    mutate(variant, {
      onSuccess: () => {
        close()
        notifications.show({ message: `${variant.name} is removed.` })
      },
    })
  }
  return (
    <ConfirmDialog
      opened={variant !== null}
      onClose={close}
      title={`Remove ${shown?.name ?? ''}?`}
      confirmLabel="Remove"
      onConfirm={remove}
      pending={isPending}
      error={error}
      errorTitle="Could not remove the variant"
      danger
    >
      Editors can no longer add values for it. A variant can only be removed if no entry has values for it.
    </ConfirmDialog>
  )
}

interface VariantsTableProps {
  readonly variants: readonly VariantView[]
  readonly mayModel: boolean
  readonly onEdit: (variant: VariantView) => void
  readonly onRemove: (variant: VariantView) => void
}

const headings = ['Name', 'Kind', 'Id', 'Actions'] as const

const kindWords = { locale: 'Locale', audience: 'Audience' } as const

/** Lists the variants of the space by id. */
function VariantsTable({ variants, mayModel, onEdit, onRemove }: VariantsTableProps) {
  return (
    <StackTable
      label="Variants"
      headings={mayModel ? headings : headings.slice(0, -1)}
      hasActions={mayModel}
      fitsFrom="58em"
    >
      {variants.map(variant => (
        <StackRow key={variant.id}>
          <StackName>
            <Group gap="sm" wrap="nowrap">
              <span className="picture model-tile">
                {variant.kind === 'locale' ? (
                  <IconLanguage size={18} stroke={1.7} aria-hidden="true" />
                ) : (
                  <IconUsersGroup size={18} stroke={1.7} aria-hidden="true" />
                )}
              </span>
              <Text component="span" size="sm" fw={550} className="model-names">
                {variant.name}
              </Text>
            </Group>
          </StackName>
          <StackCell label="Kind">{kindWords[variant.kind]}</StackCell>
          <StackCell label="Id">
            <Code>{variant.id}</Code>
          </StackCell>
          {mayModel ? (
            <StackActions>
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${variant.name}`}
                  onClick={() => onEdit(variant)}
                >
                  Edit
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Remove ${variant.name}`}
                  onClick={() => onRemove(variant)}
                >
                  Remove
                </Button>
              </Group>
            </StackActions>
          ) : null}
        </StackRow>
      ))}
    </StackTable>
  )
}
