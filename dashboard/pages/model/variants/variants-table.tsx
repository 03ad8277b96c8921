// Lists the variants of the space by id.
import { Button, Code, Group, Text } from '@mantine/core'
import { IconLanguage, IconUsersGroup } from '@tabler/icons-react'
import type { VariantView } from '../../../api/content/drafts.ts'
import {
  StackActions,
  StackCell,
  StackName,
  StackRow,
  StackTable,
} from '../../../parts/lists/stack-table.tsx'

interface VariantsTableProps {
  readonly variants: readonly VariantView[]
  readonly mayModel: boolean
  readonly onEdit: (variant: VariantView) => void
  readonly onRemove: (variant: VariantView) => void
}

const headings = ['Name', 'Kind', 'Id', 'Actions'] as const

export const kindWords = { locale: 'Locale', audience: 'Audience' } as const

export function VariantsTable({ variants, mayModel, onEdit, onRemove }: VariantsTableProps) {
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
