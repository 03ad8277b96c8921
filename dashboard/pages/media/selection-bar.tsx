// The actions for the selected files. The bar appears at the bottom once files are selected.
import { Button, CloseButton, Text } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { countFiles } from '../../media/upload/upload-words.ts'
import type { FileSelection } from './file-selection.ts'

interface SelectionBarProps {
  readonly selection: FileSelection
  readonly onDelete: () => void
}

export function SelectionBar({ selection, onDelete }: SelectionBarProps) {
  return (
    <section className="bulk-bar" aria-label="Selection">
      <div className="bulk-bar-row">
        <Text component="span" size="sm" role="status" className="bulk-count">
          {countFiles(selection.chosen.length)} selected
        </Text>
        <Button
          size="compact-sm"
          className="bulk-button bulk-action"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Button>
        <CloseButton
          size="sm"
          className="bulk-button bulk-close"
          aria-label="Clear the selection"
          onClick={() => {
            selection.clear()
            document.getElementById('files')?.focus({ preventScroll: true })
          }}
        />
      </div>
    </section>
  )
}
