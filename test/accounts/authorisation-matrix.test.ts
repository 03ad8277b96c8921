// Who may do what: every route of the app, asked by everybody who can come, about what is theirs and what is another
// space's. A route without a row here fails a test, and so does a row without a route.
import { describe, setDefaultTimeout } from 'bun:test'
import { guidePath, guides } from '../../src/api-docs/guides.ts'
import { testPassword } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { matrix } from './authorisation-matrix-callers.ts'
import { describeMatrix, type Row } from './authorisation-matrix-runner.ts'
import type { Things } from './authorisation-matrix-setup.ts'

setDefaultTimeout(longTestMs)

const noSpace = '404 space_not_found'

const keys = '/api/v1/tokens/api-keys'
const content = '/api/v1/public/content'
const preview = '/api/v1/preview/content'
const links = '/api/v1/preview/links'
const dashboard = '/api/dashboard'
const entries = '/api/v1/entries'
const aKey = async (things: Things) => [await things.key()]
const aMember = async (things: Things) => [await things.member()]
const anInvitation = async (things: Things) => [await things.invitation()]
const anEntry = (things: Things) => [things.entry]
const aCollection = (things: Things) => [things.collection]
const pairs = () => ['twins']
const pair = () => ['twins', 'twin']
const all = 'perPage=100'
const deep = 'perPage=100&depth=5&variants=vip'
const collectionAndSlug = (things: Things) => [things.collection, things.entry]
const models = '/api/v1/collections'
const variants = '/api/v1/variants'
const aVariant = async (things: Things) => [await things.variant()]
const views = '/api/v1/views'
const aView = async (things: Things) => [await things.view()]
const noView = '404 view_not_found'
const assets = '/api/v1/assets'
const aLink = async (things: Things) => [await things.link()]
const anAsset = async (things: Things) => [await things.asset()]
const noAsset = '404 asset_not_found'
const bytes = () => ({ id: crypto.randomUUID() })
const noVariant = '404 variant_not_found'
const aModel = () => ({ apiName: `c${crypto.randomUUID()}`, name: 'x', fields: [] })
const staleChange = () => ({ modelVersion: 999, operations: [] })
const aSpace = (things: Things) => [things.slug]
const spaceAndCollection = (things: Things) => [things.slug, things.collection]
const spaceCollectionAndSlug = (things: Things) => [things.slug, things.collection, things.entry]
const noCollection = '404 collection_not_found'
const noEntry = '404 entry_not_found'
const noSuchKey = '404 api_key_not_found'
const noRole = '403 role_required'
const noMember = '404 member_not_found'
const noInvitation = '404 invitation_not_found'
const aVersion = (things: Things) => [things.entry, 'd1']
const asSeen = () => ({ draftVersion: 1 })
const asReplaced = () => ({ draftVersion: 9 })
const asAdmin = () => ({ role: 'admin' })
const somebody = () => ({ email: `${crypto.randomUUID()}@example.com`, role: 'member' })
const counted = (entries: number) => ({ entries, live: entries })
const unknownLink = { token: 'unknown', password: testPassword }

const withoutRights = ['member', 'author', 'editor', 'memberWithPublishKey']

const withoutWriting = { member: noRole, memberWithPublishKey: noRole, memberInRival: noRole }

const pages = [
  '/api/v1/openapi.json',
  '/llms.txt',
  ...guides.map(guidePath),
  '/docs',
  '/docs/errors',
  '/healthz',
  '/readyz',
  '/',
  '/sign-in',
  '/setup',
  '/invitation',
  '/content',
  '/try',
  '/settings/api-keys',
  '/settings/members',
  '/account',
]

const pagesOfSpaces = [
  ...['', '/content', '/schedule', '/activity', '/archive', '/model', '/variants', '/media'],
  ...['/try', '/settings/api-keys', '/settings/members'],
]

type More = Omit<Row, 'route' | 'guard' | 'own'>
const row = (route: string, guard: Row['guard'], own: string, more: More = {}): Row => ({
  route,
  guard,
  own,
  ...more,
})
const page = (path: string, more: More = {}) => row(`GET ${path}`, 'open', '200', { isPage: true, ...more })

const rows: readonly Row[] = [
  row(`GET ${content}/:collection`, 'content', '200', { places: aCollection, other: noCollection }),
  row(`GET ${content}/:collection/:slug`, 'content', '200', {
    places: collectionAndSlug,
    other: noCollection,
  }),
  row(`GET ${content}/:collection`, 'content', '200', { places: pairs, query: deep }),
  row(`GET ${content}/:collection/:slug`, 'content', '200', { places: pair, query: 'depth=5&variants=vip' }),
  row('GET /api/v1/public/schema', 'schema', '200'),
  row(`GET ${preview}/:collection`, 'preview', '200', { places: aCollection, other: noCollection }),
  row(`GET ${preview}/:collection/:slug`, 'preview', '200', {
    places: collectionAndSlug,
    other: noCollection,
  }),
  row('GET /api/v1/preview/session', 'token', '200'),
  row(`GET ${links}`, 'look', '200', {
    query: all,
    but: withoutWriting,
  }),
  row(`POST ${links}`, 'manage', '201', { body: () => ({ all: true }) }),
  row(`POST ${links}`, 'look', '201', { query: 'x=1', body: () => ({ own: true }) }),
  // They are links of the owner.
  row(`DELETE ${links}/:id`, 'look', '200', {
    places: aLink,
    other: '404 preview_link_not_found',
    but: withoutWriting,
    butOwn: { author: noRole, editor: noRole },
  }),
  row(`GET ${dashboard}/content/:collection`, 'look', '200', { places: aCollection, other: noCollection }),
  row(`GET ${dashboard}/content/:collection/:slug`, 'look', '200', {
    places: collectionAndSlug,
    other: noCollection,
  }),
  row(`GET ${keys}`, 'manage', '200', { query: all }),
  row(`POST ${keys}`, 'manage', '201', { body: () => ({ name: 'x' }) }),
  row(`PATCH ${keys}/:id`, 'manage', '200', { places: aKey, body: () => ({ name: 'x' }), other: noSuchKey }),
  row(`DELETE ${keys}/:id`, 'manage', '200', { places: aKey, other: noSuchKey }),
  row(`POST ${keys}/:id/rotate`, 'manage', '201', { places: aKey, other: noSuchKey }),
  row(`GET ${dashboard}/members`, 'manage', '200', { query: all }),
  row(`PATCH ${dashboard}/members/:id`, 'manage', '200', { places: aMember, body: asAdmin, other: noMember }),
  row(`DELETE ${dashboard}/members/:id`, 'manage', '200', { places: aMember, other: noMember }),
  row(`GET ${dashboard}/invitations`, 'manage', '200', { query: all }),
  row(`POST ${dashboard}/invitations`, 'manage', '201', { body: somebody }),
  row(`DELETE ${dashboard}/invitations/:id`, 'manage', '200', { places: anInvitation, other: noInvitation }),
  row(`POST ${dashboard}/spaces`, 'session', '201', {
    body: () => ({ name: 'x', slug: crypto.randomUUID() }),
    but: Object.fromEntries([...withoutRights, 'admin'].map(name => [name, noRole])),
  }),
  row(`GET ${dashboard}/spaces/:slug`, 'session', '200', {
    places: aSpace,
    but: Object.fromEntries(['rivalOwner', 'removed'].map(name => [name, noSpace])),
  }),
  row(`PATCH ${dashboard}/spaces/:slug`, 'session', '200', {
    places: aSpace,
    body: () => ({ name: 'x' }),
    but: {
      ...Object.fromEntries([...withoutRights, 'ownerInRival'].map(name => [name, noRole])),
      ...Object.fromEntries(['rivalOwner', 'removed'].map(name => [name, noSpace])),
    },
  }),
  row(`GET ${models}`, 'read', '200', {
    query: all,
    shows: { press: { list: [counted(1), counted(2)] }, rival: { list: [counted(1), counted(3)] } },
  }),
  row(`GET ${models}/:collection`, 'read', '200', { places: aCollection, other: noCollection }),
  row(`DELETE ${models}/:collection`, 'model', '409 collection_in_use', {
    places: aCollection,
    query: 'modelVersion=1',
    other: noCollection,
  }),
  row(`POST ${models}/:collection/changes`, 'model', '409 model_conflict', {
    places: aCollection,
    body: staleChange,
    other: noCollection,
  }),
  row(`GET ${variants}`, 'read', '200', { query: all }),
  row(`POST ${variants}`, 'model', '201', {
    body: () => ({ id: crypto.randomUUID(), name: 'x', kind: 'audience' }),
  }),
  row(`PATCH ${variants}/:id`, 'model', '200', {
    places: aVariant,
    body: () => ({ kind: 'locale' }),
    other: noVariant,
  }),
  row(`DELETE ${variants}/:id`, 'model', '200', { places: aVariant, other: noVariant }),
  row(`GET ${views}`, 'look', '200', { query: all }),
  row(`POST ${views}`, 'look', '201', {
    body: ({ collection }) => ({ collection, name: 'x' }),
    other: noCollection,
  }),
  // They are shared views of the owner.
  row(`PATCH ${views}/:id`, 'look', '200', {
    places: aView,
    body: () => ({ name: 'x' }),
    other: noView,
    butOwn: Object.fromEntries([...withoutRights, 'memberInRival'].map(name => [name, noRole])),
  }),
  row(`DELETE ${views}/:id`, 'look', '200', {
    places: aView,
    other: noView,
    butOwn: Object.fromEntries([...withoutRights, 'memberInRival'].map(name => [name, noRole])),
  }),
  row(`GET ${assets}`, 'read', '200', { query: all }),
  row(`POST ${assets}`, 'write', '201', { query: 'filename=a.json', body: bytes }),
  row(`GET ${assets}/:id`, 'read', '200', { places: anAsset, other: noAsset }),
  row(`GET ${assets}/:id/file`, 'read', '200', { places: anAsset, other: noAsset }),
  row(`PATCH ${assets}/:id`, 'write', '200', {
    places: anAsset,
    body: () => ({ title: 'x' }),
    other: noAsset,
  }),
  row(`PUT ${assets}/:id/file`, 'write', '200', { places: anAsset, body: bytes, other: noAsset }),
  row(`DELETE ${assets}/:id`, 'remove', '200', { places: anAsset, other: noAsset }),
  row('GET /assets/:space/:sha256/:filename', 'open', noAsset, {
    places: () => ['none', '0'.repeat(64), 'a.json'],
  }),
  row(`GET ${entries}`, 'read', '200', {
    query: all,
    shows: { press: { count: 3 }, rival: { count: 4 } },
  }),
  row(`GET ${entries}/:id`, 'read', '200', { places: anEntry, other: noEntry }),
  row(`GET ${entries}/:id/links`, 'read', '200', { places: anEntry, other: noEntry }),
  row(`GET ${entries}/:id/links`, 'read', '200', {
    places: () => ['shared'],
    shows: { press: { doc: { fromLiveCount: 3 } }, rival: { doc: { fromLiveCount: 4 } } },
  }),
  row(`GET ${entries}/:id/changes`, 'read', '200', { places: anEntry, query: 'since=1', other: noEntry }),
  row(`PUT ${entries}/:id/schedule`, 'publish', '200', {
    places: anEntry,
    body: () => ({ draftVersion: 1, unpublishAt: '2027-01-01T00:00:00Z' }),
    other: noEntry,
  }),
  row('GET /api/v1/schedule', 'read', '200', { query: `${all}&createdBy=me` }),
  row(`DELETE ${entries}/:id/schedule`, 'publish', '200', { places: anEntry, other: noEntry }),
  row(`GET ${entries}/:id/versions`, 'read', '200', { places: anEntry, query: all, other: noEntry }),
  row(`GET ${entries}/:id/versions/:version`, 'read', '200', { places: aVersion, other: noEntry }),
  row('GET /api/v1/activity', 'read', '200', { query: 'perPage=1000' }),
  // What they ask for is so already, so each caller finds the entry as it was.
  row(`POST ${entries}`, 'write', '404 collection_not_found', { body: () => ({ collection: 'none' }) }),
  row(`PATCH ${entries}/:id`, 'write', '200', { places: anEntry, body: asSeen, other: noEntry }),
  row(`PUT ${entries}/:id`, 'write', '409 draft_conflict', {
    places: anEntry,
    body: asReplaced,
    other: noEntry,
  }),
  row(`POST ${entries}/:id/discard`, 'write', '200', { places: anEntry, body: asSeen, other: noEntry }),
  row(`POST ${entries}/:id/restore`, 'write', '404 version_not_found', {
    places: anEntry,
    body: () => ({ draftVersion: 1, from: 'p999' }),
    other: noEntry,
  }),
  // Of a live entry it takes the right to publish as well: entries-access.test.ts.
  row(`POST ${entries}/:id/archive`, 'write', noEntry, { places: () => ['none'], body: asSeen }),
  row(`POST ${entries}/:id/unarchive`, 'write', '200', { places: anEntry, body: asSeen, other: noEntry }),
  row(`POST ${entries}/:id/unpublish`, 'publish', '200', { places: anEntry, other: noEntry }),
  row(`POST ${entries}/:id/publish`, 'publish', '200', { places: anEntry, body: asSeen, other: noEntry }),
  row(`DELETE ${entries}/:id`, 'remove', '409 entry_not_archived', {
    places: anEntry,
    query: 'draftVersion=1',
    other: noEntry,
  }),
  row('POST /api/v1/operations', 'read', '400 invalid_body', { body: () => ({ operations: [] }) }),
  row(`GET ${dashboard}/activity`, 'look', '200'),
  // After the counts of collections.
  row(`POST ${models}`, 'model', '201', { body: aModel }),
  row('GET /api/auth/session', 'session', '200'),
  row('POST /api/auth/switch-space', 'session', '200', {
    body: ({ slug }) => ({ space: slug }),
    other: noSpace,
    but: { removed: noSpace, memberInRival: '200', ownerInRival: '200' },
  }),
  row('POST /api/auth/change-password', 'session', '401 credentials_invalid', {
    body: () => ({ currentPassword: 'wrong', newPassword: testPassword }),
    writes: true,
  }),
  row('POST /api/auth/sign-in/email', 'open', '200', {
    body: () => ({ email: 'removed@example.com', password: testPassword }),
  }),
  row('GET /api/setup', 'open', '200'),
  row('POST /api/setup', 'open', '409 setup_closed', {
    body: () => ({ ...unknownLink, email: 'x@example.com', space: 'x' }),
  }),
  row('POST /api/auth/open-invitation', 'open', noInvitation, { body: () => ({ token: 'unknown' }) }),
  row('POST /api/auth/accept-invitation', 'open', noInvitation, { body: () => unknownLink }),
  ...pages.map(path => page(path)),
  page('/metrics', { isPage: false }),
  page('/content/:collection', { places: aCollection }),
  page('/content/:collection/:entry', { places: collectionAndSlug }),
  ...pagesOfSpaces.map(path => page(`/s/:space${path}`, { places: aSpace })),
  page('/s/:space/model/:collection', { places: spaceAndCollection }),
  page('/s/:space/content/:collection', { places: spaceAndCollection }),
  page('/s/:space/content/:collection/:entry', { places: spaceCollectionAndSlug }),
  page('/assets/:file', { places: () => ['main.js'] }),
  // The last, for it ends the sessions.
  row('POST /api/auth/sign-out', 'open', '200'),
]

describe('the authorisation matrix', () => describeMatrix(matrix, rows))
