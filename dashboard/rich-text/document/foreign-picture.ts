// Renders a picture of another site in the editor as its URL, with a note that it is not in the library and two buttons:
// upload a copy, or keep the link.
import {
  describeForeignPicture,
  type ForeignPicture,
  isLinkAccepted,
  keepLink,
} from '../../media/foreign-pictures.ts'
import { foreignPictureWords } from '../../parts/pictures/picture-url.ts'
import { make } from './make-element.ts'

export interface CopyEvents {
  /** Called with the files that replace the picture. */
  readonly onCopy: (files: readonly File[]) => void
  /** Called when the note that contained the focus has been removed. */
  readonly onSettled: () => void
}

/** `events` is null if the text is read-only. */
export function showForeignPicture(picture: ForeignPicture, events: CopyEvents | null): HTMLElement[] {
  const link = make('a', 'rich-text-url', picture.url)
  link.href = picture.url
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.referrerPolicy = 'no-referrer'
  const icon = make('span', 'foreign-picture-icon')
  icon.ariaHidden = 'true'
  const card = make(
    'div',
    'foreign-picture',
    icon,
    make('div', '', make('div', '', foreignPictureWords), link),
  )
  return isLinkAccepted(picture.url) ? [card] : [card, toNote(picture, events)]
}

function toNote(picture: ForeignPicture, events: CopyEvents | null): HTMLElement {
  const note = make('div', 'foreign-picture-note', make('span', '', describeForeignPicture(picture)))
  if (events === null) return note
  const input = make('input', '')
  Object.assign(input, { type: 'file', accept: 'image/*', hidden: true, tabIndex: -1, ariaHidden: 'true' })
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // Lets the user choose the same file again.
    input.value = ''
    if (files.length > 0) events.onCopy(files)
  })
  const keep = () => {
    keepLink(picture.url)
    note.remove()
    events.onSettled()
  }
  note.append(
    toButton('Upload a copy', () => input.click()),
    toButton('Keep the link', keep),
    input,
  )
  return note
}

function toButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', '', label)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}
