// The preview beside the form: chooses the site and the page, and shows why there is none.
import { Alert, Anchor, NativeSelect, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { fillPreviewUrl, findSiteOf, type PreviewSite } from '../../../../src/content/model/preview-url.ts'
import { useOwnToken, usePreviewSites } from '../../../api/preview.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import type { EditAddress } from './preview-messages.ts'
import { useChosenSite } from './preview-open.ts'
import { type PreviewPage, usePreviewPages } from './preview-pages.ts'

interface PreviewPaneProps {
  readonly entry: EntryView
  readonly model: CollectionModelView
  /** The variant that the form shows; null for everyone. */
  readonly variant: string | null
  readonly onOpen: (address: EditAddress) => void
}

export function PreviewPane(props: PreviewPaneProps) {
  return (
    <section aria-label="Preview" className="preview-pane">
      <PreviewContent {...props} />
    </section>
  )
}

function PreviewContent(props: PreviewPaneProps) {
  const { entry, model } = props
  const sites = usePreviewSites()
  const pages = usePreviewPages(entry, model)
  const isShown = entry.draftVersion > 0 && entry.state !== 'archived'
  const token = useOwnToken(isShown && (sites.data?.length ?? 0) > 0)
  const error = sites.error ?? token.error
  if (entry.draftVersion === 0)
    return <Note>The preview begins once the entry is saved for the first time.</Note>
  if (!isShown) return <Note>Archived entries have no preview.</Note>
  if (error) {
    return (
      <ProblemAlert
        error={error}
        title="Could not start the preview"
        onRetry={() => void (sites.error ? sites : token).refetch()}
      />
    )
  }
  if (sites.data?.length === 0) return <NoSites />
  if (!sites.data || !pages || !token.data) return <Note>Loading …</Note>
  if (pages.length === 0) return <NoPages model={model} />
  return <ChosenPage {...props} sites={sites.data} pages={pages} token={token.data.token} />
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" className="preview-note">
      {children}
    </Text>
  )
}

function NoSites() {
  const canSet = useHasRight('spaces.change')
  return (
    <Note>
      This space has no preview sites.{' '}
      {canSet
        ? 'Add the address of your site: open the menu of the space, and choose “Preview sites”.'
        : 'An owner or admin can add the address of your site.'}
    </Note>
  )
}

function NoPages({ model }: { readonly model: CollectionModelView }) {
  const paths = useSpacePaths()
  return (
    <Note>
      Entries in {model.name} have no page of their own, and no entry with a page leads to this one. The
      address of their page is set in{' '}
      <Anchor component={Link} href={paths.toModel(model.apiName)} inherit>
        the model
      </Anchor>
      .
    </Note>
  )
}

interface ChosenPageProps extends PreviewPaneProps {
  readonly sites: readonly PreviewSite[]
  readonly pages: readonly PreviewPage[]
  readonly token: string
}

function ChosenPage({ sites, pages, token, entry, model, variant, onOpen }: ChosenPageProps) {
  const [wanted, setWanted] = useChosenSite()
  const [pageId, setPageId] = useState<string | null>(null)
  const page = pages.find(({ id }) => id === pageId) ?? pages[0]!
  const site = page.previewUrl?.startsWith('/') !== false && sites.find(({ url }) => url === wanted)
  const chosen = site || findSiteOf(page.previewUrl, sites)
  if (chosen === null) {
    return (
      <Note>
        The preview URL of {model.name} is {page.previewUrl}, which begins with none of the space’s preview
        sites. Change it in the model, or add the site.
      </Note>
    )
  }
  if (!mayFrame(chosen.url)) return <LoadAgain />
  const { id, collection } = page
  const ownSlug = id === entry.id ? entry.slug : page.slug
  const values = { token, collection, id, slug: ownSlug, variants: variant ?? '' }
  return (
    <PreviewFrame
      src={fillPreviewUrl(page.previewUrl, chosen, values)}
      origin={chosen.url}
      page={id}
      version={`${entry.draftVersion} ${entry.state}`}
      entry={entry}
      variant={variant}
      onOpen={onOpen}
    >
      {sites.length > 1 && page.previewUrl?.startsWith('/') !== false ? (
        <NativeSelect
          aria-label="Site"
          size="xs"
          value={chosen.url}
          onChange={event => setWanted(event.currentTarget.value)}
        >
          {sites.map(({ name, url }) => (
            <option key={url} value={url}>
              {name}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      {pages.length > 1 ? (
        <NativeSelect
          aria-label="Page"
          size="xs"
          value={page.id}
          onChange={event => setPageId(event.currentTarget.value)}
        >
          {pages.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      ) : null}
    </PreviewFrame>
  )
}

/** The document of this window names the origins that it may frame. */
function mayFrame(origin: string): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="preview-origins"]')
  return meta?.content.split(' ').includes(origin) ?? false
}

function LoadAgain() {
  return (
    <Alert color="gray" title="This window has to be loaded again" m="md">
      <Text size="sm">
        It was opened before this site was a preview site of the space. Your changes are saved.
      </Text>
      <Anchor component="button" type="button" size="sm" onClick={() => location.reload()}>
        Load again
      </Anchor>
    </Alert>
  )
}
