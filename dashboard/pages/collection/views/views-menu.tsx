// The menu of the saved views of a list: choosing, saving, changing and deleting them.
import { Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { View } from '../../../../src/authoring/views/views.schema.ts'
import { useSignedIn } from '../../../api/accounts/session.ts'
import { useChangeView, useViews } from '../../../api/content/views.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useHasRight } from '../../../api/space.ts'
import { showFailure } from '../../../parts/forms/failure-notice.ts'
import {
  fromView,
  isOtherThan,
  type ListLocation,
  type ListParameters,
  parseListParameters,
  toViewContent,
} from '../list-location.ts'

// Lists load the dialogs once one is opened.
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialogs.tsx')).ViewDialog }))
const DeleteViewDialog = lazy(async () => ({
  default: (await import('./view-dialogs.tsx')).DeleteViewDialog,
}))

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface ViewsMenuProps {
  /** The API name of the collection. */
  readonly collection: string
  readonly location: ListLocation
}

interface OpenDialog {
  readonly kind: 'new' | 'edit' | 'delete'
  /** The view that was chosen when the dialog was opened. */
  readonly view: View | null
}

export function ViewsMenu({ collection, location }: ViewsMenuProps) {
  const { data: views = [] } = useViews(collection)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  // Keeps the last dialog while it fades out.
  const [shown, setShown] = useState(dialog)
  if (dialog !== null && shown !== dialog) setShown(dialog)
  const { parameters, change } = location
  const current = views.find(({ id }) => id === parameters.view) ?? null
  const isChanged = current !== null && isOtherThan(current, parameters)
  // The mutation must outlive the menu, which closes first.
  const saveChanges = useSaveChanges(parameters)
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-start" width={260} withinPortal={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            className="list-views"
            leftSection={<IconBookmark {...icon} />}
            aria-label={current ? `View: ${current.name}` : 'Views'}
          >
            <span className="view-name">{current?.name ?? 'Views'}</span>
            {isChanged ? <span aria-hidden="true">&nbsp;*</span> : null}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewChoices views={views} location={location} />
          <ViewActions
            current={current}
            isChanged={isChanged}
            onSave={saveChanges}
            onOpen={kind => setDialog({ kind, view: current })}
          />
        </Menu.Dropdown>
      </Menu>
      {shown === null ? null : (
        <Suspense>
          <ViewDialog
            opened={dialog?.kind === 'new' || dialog?.kind === 'edit'}
            view={shown?.kind === 'edit' ? shown.view : null}
            content={{ collection, ...toViewContent(parameters, current) }}
            onClose={close}
            onSaved={({ id }) => change({ view: id, page: parameters.page })}
          />
          <DeleteViewDialog
            opened={dialog?.kind === 'delete'}
            view={shown?.view ?? null}
            onClose={close}
            onDeleted={() => change({ view: '', page: parameters.page })}
          />
        </Suspense>
      )}
    </>
  )
}

interface ViewChoicesProps {
  readonly views: readonly View[]
  readonly location: ListLocation
}

/** Offers the user's own views, the shared ones, and the list as it is without a view. */
function ViewChoices({ views, location: { parameters, change } }: ViewChoicesProps) {
  const groups = [
    { label: 'My views', list: views.filter(({ shared }) => !shared) },
    { label: 'Shared views', list: views.filter(({ shared }) => shared) },
  ].filter(({ list }) => list.length > 0)
  const choose = (id: string) => {
    const view = views.find(one => one.id === id)
    change(view ? fromView(view) : parseListParameters(new URLSearchParams()), { isStep: true })
  }
  if (groups.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="sm" py={6}>
        A view saves the filters, the order and the columns of this list under a name.
      </Text>
    )
  }
  return (
    <div className="menu-list">
      <Menu.RadioGroup value={parameters.view} onChange={choose}>
        <Menu.RadioItem value="" closeMenuOnClick>
          All entries
        </Menu.RadioItem>
        {groups.map(({ label, list }) => (
          <div key={label}>
            <Menu.Label>{label}</Menu.Label>
            {list.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={id} closeMenuOnClick>
                {name}
              </Menu.RadioItem>
            ))}
          </div>
        ))}
      </Menu.RadioGroup>
    </div>
  )
}

/** Returns a function that stores the list in the view. */
function useSaveChanges(parameters: ListParameters): (view: View) => void {
  const save = useChangeView()
  return view =>
    save.mutate(
      { id: view.id, ...toViewContent(parameters, view) },
      {
        onSuccess: () => notifications.show({ message: `The view “${view.name}” is saved.` }),
        onError: error =>
          showFailure(error instanceof ApiProblem ? error.detail : String(error), 'Could not save the view'),
      },
    )
}

interface ViewActionsProps {
  /** The chosen view; null if there is none. */
  readonly current: View | null
  readonly isChanged: boolean
  readonly onSave: (view: View) => void
  readonly onOpen: (dialog: OpenDialog['kind']) => void
}

function ViewActions({ current, isChanged, onSave, onOpen }: ViewActionsProps) {
  const mayChange = useMayChange(current)
  return (
    <>
      <Menu.Divider />
      {current && mayChange && isChanged ? (
        <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => onSave(current)}>
          Save the changes to this view
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onOpen('new')}>
        Save this list as a view
      </Menu.Item>
      {current && mayChange ? (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onOpen('edit')}>
            Rename or share
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onOpen('delete')}>
            Delete this view
          </Menu.Item>
        </>
      ) : null}
    </>
  )
}

/** Checks whether the user may change the view. The server enforces it. */
function useMayChange(view: View | null): boolean {
  const { user } = useSignedIn()
  const manages = useHasRight('views.manage')
  const publishes = useHasRight('publish')
  if (view === null) return false
  return !view.shared || manages || (publishes && view.createdBy?.name === user.email)
}
