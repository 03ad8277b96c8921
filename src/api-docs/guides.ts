// The guides that a server serves: the project's documents about reading and writing content over HTTP.
import apiKeys from '../../docs/api-keys.md' with { type: 'text' }
import buildASite from '../../docs/build-a-site.md' with { type: 'text' }
import clients from '../../docs/clients.md' with { type: 'text' }
import contentApi from '../../docs/content-api.md' with { type: 'text' }
import errors from '../../docs/errors.md' with { type: 'text' }
import files from '../../docs/files.md' with { type: 'text' }
import managementApi from '../../docs/management-api.md' with { type: 'text' }
import modelContent from '../../docs/model-content.md' with { type: 'text' }
import models from '../../docs/models.md' with { type: 'text' }
import preview from '../../docs/preview.md' with { type: 'text' }
import querying from '../../docs/querying.md' with { type: 'text' }
import richText from '../../docs/rich-text.md' with { type: 'text' }
import writeContent from '../../docs/write-content.md' with { type: 'text' }
import { keepLinks } from './page-links.ts'

interface Guide {
  readonly name: string
  readonly about: string
  /** Markdown that begins with the title. */
  readonly text: string
}

const sources: readonly Guide[] = [
  {
    name: 'content-api.md',
    about: 'parameters, references, variants, errors and caching, by example',
    text: contentApi,
  },
  { name: 'querying.md', about: 'filters, order, search and fields, and their limits', text: querying },
  {
    name: 'clients.md',
    about: 'the typed client for TypeScript, programs for curl and Python',
    text: clients,
  },
  { name: 'build-a-site.md', about: 'the requests of the pages of a site', text: buildASite },
  { name: 'rich-text.md', about: 'rich text as HTML, in React, Astro, Vue and Svelte', text: richText },
  { name: 'preview.md', about: 'drafts on your site, for those who edit it', text: preview },
  { name: 'files.md', about: 'uploads, images in other sizes, stores of files', text: files },
  { name: 'write-content.md', about: 'drafts, conflicts and publishing from a script', text: writeContent },
  {
    name: 'management-api.md',
    about: 'the endpoints for writing, their rights and limits',
    text: managementApi,
  },
  {
    name: 'model-content.md',
    about: 'models for articles, a shop and pages, and how to choose fields',
    text: modelContent,
  },
  {
    name: 'models.md',
    about: 'the keys of fields, and how collections, fields and variants are changed',
    text: models,
  },
  { name: 'api-keys.md', about: 'scopes, roles, and API keys over HTTP', text: apiKeys },
  { name: 'errors.md', about: 'every error code', text: errors },
]

const names: ReadonlySet<string> = new Set(sources.map(({ name }) => name))

export const guides: readonly Guide[] = sources.map(guide => ({
  ...guide,
  text: keepLinks(guide.text, names),
}))

export const guidePath = ({ name }: Pick<Guide, 'name'>): string => `/docs/${name}`
