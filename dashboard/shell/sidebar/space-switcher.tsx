// The menu of spaces, with the dialogs that create and change one.
import { Menu, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { IconDeviceDesktop, IconPencil, IconPlus, IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { rolesWith } from '../../../src/access/rights.ts'
import { useRememberSpace, useSignedIn } from '../../api/accounts/session.ts'
import { useCreateSpace, useRenameSpace } from '../../api/accounts/spaces.ts'
import { ApiProblem } from '../../api/request.ts'
import type { SpaceView } from '../../api/space.ts'
import { DialogActions, FormDialog } from '../../parts/dialogs.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { roleLabels } from '../../parts/people/role-labels.ts'
import { toSpacePaths, toSpaceSlug } from '../../paths.ts'

// Seldom opened, so that the first page does not load it.
const PreviewSitesDialog = lazy(async () => ({
  default: (await import('./preview-sites-dialog.tsx')).PreviewSitesDialog,
}))

/**
 * Returns the same page in another space. For a collection or an entry, which belongs to one space only, it returns the
 * list.
 */
function toPageOf(slug: string, location: string): string {
  const to = toSpacePaths(slug)
  const before = toSpaceSlug(location)
  if (before === null) return to.home
  const from = toSpacePaths(before)
  if (location.startsWith(`${from.content}/`)) return to.content
  if (location.startsWith(`${from.model}/`)) return to.model
  return location.replace(from.home, to.home)
}

/** Returns a function that shows another space in this window, and makes it the space that `/` leads to. */
export function useGoToSpace(): (slug: string) => void {
  const remember = useRememberSpace()
  const [location, navigate] = useLocation()
  return slug => {
    navigate(toPageOf(slug, location))
    remember.mutate(slug)
  }
}

type OpenDialog = 'new' | 'rename' | 'previewSites' | null

/** `space` is null if the user has no access to the space in the URL. */
export function SpaceSwitcher({ space }: { readonly space: SpaceView | null }) {
  const { spaces } = useSignedIn()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [isSitesLoaded, setSitesLoaded] = useState(false)
  const open = (next: OpenDialog) => {
    setDialog(next)
    if (next === 'previewSites') setSitesLoaded(true)
  }
  const close = () => setDialog(null)
  if (spaces.length === 0) return null
  return (
    <>
      <Menu position="bottom-start" width={256} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className="space-button">
            <SpaceName space={space} />
            <IconSelector size={16} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <SpaceMenu space={space} onOpen={open} />
      </Menu>
      <NewSpaceDialog opened={dialog === 'new'} onClose={close} />
      {space === null ? null : (
        <>
          <RenameSpaceDialog space={space} opened={dialog === 'rename'} onClose={close} />
          {isSitesLoaded ? (
            <Suspense>
              <PreviewSitesDialog opened={dialog === 'previewSites'} onClose={close} />
            </Suspense>
          ) : null}
        </>
      )}
    </>
  )
}

function SpaceName({ space }: { readonly space: SpaceView | null }) {
  const name = space?.name ?? 'Choose a space'
  return (
    <>
      <span className="space-initial" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="space-names">
        <span>
          {space ? <VisuallyHidden component="span">Space: </VisuallyHidden> : null}
          {name}
        </span>
        {space ? <span>{space.slug}</span> : null}
      </span>
    </>
  )
}

interface SpaceMenuProps {
  readonly space: SpaceView | null
  readonly onOpen: (dialog: OpenDialog) => void
}

function SpaceMenu({ space, onOpen }: SpaceMenuProps) {
  const { spaces } = useSignedIn()
  const go = useGoToSpace()
  const canChange = space !== null && rolesWith('spaces.change').includes(space.role)
  const canCreate = spaces.some(({ role }) => rolesWith('spaces.create').includes(role))
  return (
    <Menu.Dropdown>
      <div className="menu-list">
        <Menu.Label>Spaces</Menu.Label>
        <Menu.RadioGroup value={space?.slug ?? ''} onChange={go}>
          {spaces.map(({ slug, name, role }) => (
            <Menu.RadioItem key={slug} value={slug} closeMenuOnClick>
              {name}
              <Text size="xs" c="dimmed">
                {roleLabels[role]}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
      {canChange || canCreate ? <Menu.Divider /> : null}
      {canChange ? (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => onOpen('rename')}>
          Rename this space
        </Menu.Item>
      ) : null}
      {canChange ? (
        <Menu.Item
          leftSection={<IconDeviceDesktop size={16} stroke={1.7} />}
          onClick={() => onOpen('previewSites')}
        >
          Preview sites
        </Menu.Item>
      ) : null}
      {canCreate ? (
        <Menu.Item leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => onOpen('new')}>
          New space
        </Menu.Item>
      ) : null}
    </Menu.Dropdown>
  )
}

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The dialogs that create a space and rename one. */
function NewSpaceDialog({ opened, onClose }: DialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="New space" centered>
      <NewSpaceForm onClose={onClose} />
    </FormDialog>
  )
}

function RenameSpaceDialog({ space, opened, onClose }: DialogProps & { readonly space: SpaceView }) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`Rename ${space.name}`} centered>
      <RenameSpaceForm space={space} onClose={onClose} />
    </FormDialog>
  )
}

const newFields = ['name', 'slug']
const enterName = (value: string) => (value.trim() === '' ? 'Enter a name.' : null)

function NewSpaceForm({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateSpace()
  const [, navigate] = useLocation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', slug: '' },
    validate: { name: enterName },
  })
  const fail = (error: unknown) => {
    const isTaken = error instanceof ApiProblem && error.code === 'space_exists'
    const errors = isTaken ? { slug: error.detail } : toFieldErrors(error, newFields)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name, slug }) =>
      create.mutate(
        { name, ...(slug.trim() !== '' && { slug: slug.trim() }) },
        {
          onSuccess: ({ doc }) => {
            onClose()
            navigate(toSpacePaths(doc.slug).home)
          },
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  const isTaken = create.error instanceof ApiProblem && create.error.code === 'space_exists'
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          A space has collections, members and API keys of its own. You will be its owner.
        </Text>
        <TextInput data-autofocus label="Name" key={form.key('name')} {...form.getInputProps('name')} />
        <TextInput
          label="Slug"
          description="Part of the address. It never changes. Leave it empty to make it from the name."
          placeholder="harbour-books"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('slug')}
          {...form.getInputProps('slug')}
        />
        <ProblemAlert
          error={isTaken ? null : toOtherError(create.error, newFields)}
          title="Could not create the space"
        />
        <DialogActions onClose={onClose} confirmLabel="Create space" pending={create.isPending} />
      </Stack>
    </form>
  )
}

function RenameSpaceForm({ space, onClose }: { readonly space: SpaceView; readonly onClose: () => void }) {
  const rename = useRenameSpace(space.slug)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: space.name },
    validate: { name: enterName },
  })
  const fail = (error: unknown) => {
    const errors = toFieldErrors(error, ['name'])
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ name }) =>
      rename.mutate(
        { name },
        {
          onSuccess: ({ doc }) => {
            onClose()
            notifications.show({ message: `The space is called ${doc.name}.` })
          },
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          description={`Its slug stays ${space.slug}, so addresses and API keys go on working.`}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <ProblemAlert error={toOtherError(rename.error, ['name'])} title="Could not rename the space" />
        <DialogActions onClose={onClose} confirmLabel="Rename" pending={rename.isPending} />
      </Stack>
    </form>
  )
}
