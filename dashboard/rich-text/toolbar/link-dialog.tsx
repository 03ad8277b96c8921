// The dialog that adds, changes or removes a link in rich text, and the input of a URL that the image dialog shares.
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { type AddressUse, addressError } from '../../../src/content/values/safe-address.ts'
import { DialogActions } from '../../parts/dialogs.tsx'
import { removeLink, setLink } from '../commands.ts'
import type { LinkTarget } from '../document/schema.ts'
import type { Reading } from '../reading.ts'
import { DialogForm, EditorDialog } from './editor-dialog.tsx'
import { EntrySearch } from './entry-dialog.tsx'

interface LinkDialogProps {
  readonly editor: Editor
  readonly reading: Reading
  /** The collections that the text may refer to; undefined allows any. */
  readonly to: readonly string[] | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

export function LinkDialog(props: LinkDialogProps) {
  const { editor, reading, opened, onClose } = props
  const title = reading.link === null ? 'Add a link' : 'Change the link'
  return (
    <EditorDialog editor={editor} title={title} opened={opened} onClose={onClose}>
      <LinkForm {...props} />
    </EditorDialog>
  )
}

type TargetKind = 'url' | 'entry'

const kinds: readonly { readonly value: TargetKind; readonly label: string }[] = [
  { value: 'url', label: 'An address' },
  { value: 'entry', label: 'An entry' },
]

function LinkForm(props: LinkDialogProps) {
  const { editor, reading, onClose } = props
  const { link, hasSelection } = reading
  const [kind, setKind] = useState<TargetKind>(link?.entry ? 'entry' : 'url')
  const [text, setText] = useState('')
  const set = (target: LinkTarget, words: string) => {
    setLink(target, text.trim() || words)(editor.state, editor.view.dispatch)
    onClose()
  }
  const remove = () => {
    removeLink(editor.state, editor.view.dispatch)
    onClose()
  }
  const parts = {
    choice: (
      <SegmentedControl<TargetKind>
        aria-label="The link leads to"
        size="xs"
        data={[...kinds]}
        value={kind}
        onChange={setKind}
      />
    ),
    text:
      link === null && !hasSelection ? (
        <TextInput
          label="Text"
          description={`What readers see. Without it, the ${kind === 'url' ? 'address itself' : 'title of the entry'}.`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      ) : null,
    remove:
      link === null ? null : (
        <Button variant="subtle" color="red" mr="auto" onClick={remove}>
          Remove link
        </Button>
      ),
  }
  return kind === 'url' ? (
    <UrlForm {...props} {...parts} onSet={href => set({ href, entry: null }, href)} />
  ) : (
    <Stack>
      {parts.choice}
      {parts.text}
      <EntrySearch
        to={props.to}
        chosen={link?.entry ?? null}
        onChoose={(id, title) => set({ href: null, entry: { id } }, title)}
        onClose={onClose}
      />
      <DialogActions onClose={onClose} confirmLabel={null} closeLabel="Cancel">
        {parts.remove}
      </DialogActions>
    </Stack>
  )
}

interface UrlFormProps extends LinkDialogProps {
  readonly choice: ReactNode
  readonly text: ReactNode
  readonly remove: ReactNode
  readonly onSet: (href: string) => void
}

function UrlForm({ reading, onClose, choice, text, remove, onSet }: UrlFormProps) {
  const [url, setUrl] = useState(reading.link?.href ?? '')
  const [isFinal, setFinal] = useState(false)
  const submit = () => {
    setFinal(true)
    const href = withScheme(url)
    if (isSafeUrl(href, 'link')) onSet(href)
  }
  return (
    <DialogForm
      onCancel={onClose}
      submitLabel={reading.link === null ? 'Add link' : 'Change link'}
      onSubmit={submit}
      aside={remove}
    >
      {choice}
      <UrlInput use="link" value={url} onChange={setUrl} isFinal={isFinal} />
      {text}
    </DialogForm>
  )
}

interface UrlInputProps {
  readonly use: AddressUse
  readonly value: string
  readonly onChange: (value: string) => void
  /** True if an incomplete URL is an error. */
  readonly isFinal: boolean
}

const descriptions: Readonly<Record<AddressUse, string>> = {
  link: 'https, http, mailto or tel, or a place on this site that begins with /, ? or #.',
  asset: 'https or http, or a path of this site that begins with /.',
}

/** The input of a URL. It checks the server's rules while the user types. */
export function UrlInput({ use, value, onChange, isFinal }: UrlInputProps) {
  return (
    <TextInput
      label="Address"
      description={use === 'link' ? describeLink(value) : descriptions[use]}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={explainUrl(use === 'link' ? withScheme(value) : value, use, isFinal)}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      withAsterisk={false}
      data-autofocus
    />
  )
}

/** For example `harbour.example/tides`. */
const bareHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** Adds https to a URL that was typed without a scheme. */
function withScheme(url: string): string {
  const trimmed = url.trim()
  return bareHost.test(trimmed) ? `https://${trimmed}` : trimmed
}

function describeLink(typed: string): string {
  const url = withScheme(typed)
  return url === typed.trim() ? descriptions.link : `Leads to ${url}.`
}

/** Returns null if there is no error to show yet. */
function explainUrl(url: string, use: AddressUse, isFinal: boolean): string | null {
  const trimmed = url.trim()
  if (trimmed === '') return isFinal ? 'The address is missing.' : null
  const error = addressError(trimmed, use)
  if (error === null || (error.kind === 'malformed' && !isFinal)) return null
  return `The address ${error.message}.`
}

export function isSafeUrl(url: string, use: AddressUse): boolean {
  return addressError(url.trim(), use) === null
}
