// The dialog that inserts a table.
import { Checkbox, Group, NumberInput, Text } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { columnsMax, rowsMax } from '../../../src/content/values/portable-text.ts'
import { insertTable } from '../tables/table-commands.ts'
import { explainSizes } from '../tables/table-limits.ts'
import { DialogForm, EditorDialog } from './editor-dialog.tsx'

interface TableDialogProps {
  readonly editor: Editor
  readonly opened: boolean
  readonly onClose: () => void
}

export function TableDialog(props: TableDialogProps) {
  const { editor, opened, onClose } = props
  return (
    <EditorDialog editor={editor} title="Insert a table" opened={opened} onClose={onClose}>
      <TableForm {...props} />
    </EditorDialog>
  )
}

function TableForm({ editor, onClose }: TableDialogProps) {
  const [rows, setRows] = useState<number | string>(3)
  const [columns, setColumns] = useState<number | string>(3)
  const [header, setHeader] = useState(true)
  const size = { rows: Number(rows), columns: Number(columns) }
  const reason =
    size.rows >= 1 && size.columns >= 1
      ? explainSizes([size])
      : 'A table has at least one row and one column.'
  const submit = () => {
    if (reason !== null) return
    insertTable(size, header)(editor.state, editor.view.dispatch)
    onClose()
  }
  const common = { min: 1, allowDecimal: false, allowNegative: false } as const
  return (
    <DialogForm submitLabel="Insert table" onSubmit={submit} onCancel={onClose}>
      <Group grow>
        <NumberInput {...common} label="Rows" value={rows} onChange={setRows} max={rowsMax} data-autofocus />
        <NumberInput {...common} label="Columns" value={columns} onChange={setColumns} max={columnsMax} />
      </Group>
      <Checkbox
        label="Header row"
        description="The first row has the headings of the columns."
        checked={header}
        onChange={event => setHeader(event.currentTarget.checked)}
      />
      {reason === null ? null : (
        <Text size="sm" c="red" role="alert">
          {reason}
        </Text>
      )}
    </DialogForm>
  )
}
