// The rules of the project that no compiler checks, each over the whole source, and each shown to be able to fail.
// ARCHITECTURE.md and CONTRIBUTING.md say what they are for.
import { describe, expect, test } from 'bun:test'
import { join, posix } from 'node:path'
import { Glob } from 'bun'
import { fieldTypes } from '../src/content/fields/registry.ts'

/** From top to bottom. Modules of one layer do not import each other. A module's folder may be in a layer of its own. */
const layers: readonly (readonly string[])[] = [
  ['main'],
  ['cli'],
  ['server'],
  ['app', 'jobs'],
  ['guards'],
  ['openapi'],
  [
    'delivery',
    'authoring',
    'import-export',
    'keys',
    'accounts',
    'ops',
    'dashboard',
    'api-docs',
    'demo',
    'media',
    'preview',
    'webhooks',
  ],
  ['bulk'],
  ['entries'],
  ['query'],
  ['access', 'content/publish', 'media/receive'],
  ['content/index', 'media/blobs', 'media/formats'],
  ['content/tables'],
  ['content/model'],
  ['content/fields'],
  ['content/rich-text'],
  ['content/values'],
  ['http', 'database', 'media/stores', 'media/images', 'config', 'version'],
  ['base'],
]
const filesMax = 20
const linesMax = 400

interface SourceFile {
  readonly path: string
  readonly text: string
}

type Check = (files: readonly SourceFile[]) => string[]

const root = join(import.meta.dir, '..')

async function read(pattern: string): Promise<SourceFile[]> {
  const paths = [...new Glob(pattern).scanSync(root)].sort()
  return Promise.all(paths.map(async path => ({ path, text: await Bun.file(join(root, path)).text() })))
}

const statement = /^(?:import|export)\s(?:type\s)?(?:[\w$*\s,]+|[\w$*\s,]*\{[^}]*\}[\w$\s]*)from\s'([^']+)'/gm
const bareImport = /^import\s'([^']+)'|\bimport\('([^']+)'[),]/gm

/** What a file imports, types included; files of the project by their path. */
function importsOf({ path, text }: SourceFile): string[] {
  const found = [...text.matchAll(statement), ...text.matchAll(bareImport)]
  const names = found.map(match => match[1] ?? match[2] ?? '')
  return names.map(name => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
}

/** The first folder below `src/` or `dashboard/`, or a file beside it. */
function nameModule(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.tsx?$/, '')
}

/** The module of a file of the server, or the folder of it that has a layer of its own. */
function findLayer(path: string): { readonly module: string; readonly layer: number } {
  const own = path.split('/').slice(1, 3).join('/')
  const module = layers.some(modules => modules.includes(own)) ? own : nameModule(path)
  return { module, layer: layers.findIndex(modules => modules.includes(module)) }
}

const isCode = (path: string) => path.startsWith('src/') && /\.tsx?$/.test(path)

const goUp: Check = files =>
  files.flatMap(file => {
    const { module, layer } = findLayer(file.path)
    if (layer < 0) return [`${file.path} is in no layer`]
    return importsOf(file)
      .filter(target => isCode(target) && findLayer(target).module !== module)
      .filter(target => findLayer(target).layer <= layer)
      .map(target => `${file.path} imports ${target}`)
  })

/** What is left once nodes without targets, and nodes that are no target, are taken away again and again. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const targeted = new Set([...left.values()].flat())
    for (const [node, targets] of left) {
      if (!targeted.has(node) || !targets.some(target => left.has(target))) left.delete(node)
    }
  }
  return [...left.keys()]
}

const goInCircles: Check = files => findCircles(new Map(files.map(file => [file.path, importsOf(file)])))

/** Returns the folder of a file at the first level, or inside a module, a page or the test kit at the second or third. */
const folderOf = (path: string) => {
  const depth = path.startsWith('dashboard/pages/') ? 4 : /^(?:src|dashboard|test\/kit)\//.test(path) ? 3 : 2
  return path.split('/').slice(0, depth).join('/')
}

const foldersGoInCircles: Check = files => {
  const graph = new Map<string, string[]>()
  for (const file of files) {
    const folder = folderOf(file.path)
    const others = importsOf(file).map(folderOf)
    graph.set(folder, [...(graph.get(folder) ?? []), ...others.filter(other => other !== folder)])
  }
  return findCircles(graph)
}

const countSources: Check = files =>
  [...Map.groupBy(files, ({ path }) => posix.dirname(path))]
    .filter(([folder, { length }]) => length > filesMax && folder !== 'src/database/migrations')
    .map(([folder, { length }]) => `${folder} holds ${length} files`)

/** Files that hold the text outside of those that may. */
function foundOutside(pattern: RegExp, allowed: RegExp, except = /^$/g): Check {
  return files =>
    files
      .filter(({ path, text }) => !allowed.test(path) && text.replaceAll(except, '').search(pattern) >= 0)
      .map(({ path }) => path)
}

function importOnly(name: RegExp, allowed: RegExp): Check {
  return files =>
    files
      .filter(file => !allowed.test(file.path) && importsOf(file).some(target => name.test(target)))
      .map(({ path }) => path)
}

const within = (folder: string, check: Check): Check => {
  return files => check(files.filter(({ path }) => path.startsWith(folder)))
}

const stores = /^src\/(?:(?:[\w-]+\/)+[\w-]+\.store\.ts|database\/.*)$/

/** Who writes which table. */
const owners: Readonly<Record<string, string>> = {
  collection: 'content/model/collections.store.ts',
  entry: 'content/tables/entries.store.ts',
  publication: 'content/tables/publications.store.ts',
  publication_variant: 'content/tables/publications.store.ts',
  publication_reference: 'content/tables/publications.store.ts',
  query_entry: 'content/index/query-index.store.ts',
  query_posting: 'content/index/query-index.store.ts',
  entry_version: 'content/tables/entry-versions.store.ts',
  model_change: 'content/model/collections.store.ts',
  draft_reference: 'content/tables/draft-references.store.ts',
  live_value: 'content/index/live-values.store.ts',
  draft_asset: 'content/tables/draft-references.store.ts',
  publication_asset: 'content/tables/publications.store.ts',
  schedule: 'content/tables/schedules.store.ts',
  variant: 'content/model/variants.store.ts',
  list_view: 'authoring/views/views.store.ts',
  activity: 'content/tables/activity.store.ts',
  space_activity: 'access/space-activity.store.ts',
  blob: 'media/blobs/blobs.store.ts',
  blob_use: 'media/blobs/blobs.store.ts',
  asset_store: 'media/blobs/store-identity.store.ts',
  asset: 'content/tables/assets.store.ts',
  asset_former: 'content/tables/assets.store.ts',
  api_key: 'keys/keys.store.ts',
  api_key_secret: 'keys/keys.store.ts',
  key_revision: 'keys/keys.store.ts',
  preview_link: 'preview/links/links.store.ts',
  user: 'accounts/users.store.ts',
  credential: 'accounts/users.store.ts',
  setup_token: 'accounts/sign-in.store.ts',
  session: 'accounts/sign-in.store.ts',
  sign_in_failure: 'accounts/sign-in.store.ts',
  member: 'accounts/members.store.ts',
  invitation: 'accounts/invitations.store.ts',
}

/** Finds code that compares the name of a field type, or that has a table by these names. */
const typeName = `'(?:${fieldTypes.join('|')})'`
const typeComparison = new RegExp(
  `\\btype [=!]== ${typeName}|\\bcase ${typeName}|${typeName}[^\\]\\n]*\\]\\.(?:includes|some)\\(|Record<FieldType,`,
)
/** Files that may compare types: references, pictures of entries, values of Contentful, and the types of import records. */
const aboutOneType =
  /^src\/(?:content\/(?:fields\/[\w-]+|publish\/entry-content)|entries\/(?:check-content|drafts\/draft-write)|import-export\/(?:formats\/contentful\/(?:collections|values)|read\/first-pass))\.ts$/

const file = (path: string, text: string): SourceFile => ({ path, text })
const unfinished = ['test', 'only("one", () => {})'].join('.')

/** The title, the check, and files that it must find something wrong with, one at a time or as they stand. */
const rules: readonly (readonly [title: string, check: Check, ...bad: (readonly SourceFile[])[]])[] = [
  [
    'imports, of types too, lead to a lower layer and never into another module of the same one',
    goUp,
    [file('src/delivery/a.ts', "import { b } from '../import-export/b.ts'")],
    [file('src/http/a.ts', "import {\n  type B,\n} from '../keys/b.ts'")],
    [file('src/http/a.ts', "import type { Config } from '../config.ts'")],
    [file('src/attic/a.ts', '')],
    [file('src/content/values/a.ts', "import { b } from '../model/b.ts'")],
  ],
  [
    'no file imports itself by way of others',
    goInCircles,
    [file('src/a.ts', "import type { B } from './b.ts'"), file('src/b.ts', "export { a } from './a.ts'")],
  ],
  [
    'no folder imports itself by way of others',
    foldersGoInCircles,
    [
      file('src/a/b/c.ts', "import type { D } from '../d/e.ts'"),
      file('src/a/d/e.ts', ''),
      file('src/a/d/f.ts', "import { C } from '../b/c.ts'"),
    ],
  ],
  [
    'delivery knows the model, the query index and the stored form of published values, and nothing of drafts',
    within(
      'src/delivery/',
      importOnly(
        /^src\/content\/(?!(?:values\/(?:model|overlaid-lines|query-text|stored-data)|publish\/response-budget|fields\/(?:query|text)-facts|model\/(?:model\.schema|query-model|stored-models)|index\/(?:postings|query-keys|sort-blocks))\.ts)/,
        /^$/,
      ),
    ),
    [file('src/delivery/a.ts', "import { b } from '../content/tables/entries.store.ts'")],
  ],
  [
    'delivery evaluates no query over drafts',
    within('src/delivery/', importOnly(/^src\/query\/scan\//, /^$/)),
    [file('src/delivery/a.ts', "import { scanEntries } from '../query/scan/scan-entries.ts'")],
  ],
  [
    'the cache knows nothing of how responses are built',
    within(
      'src/delivery/cache/',
      importOnly(/^src\/delivery\/(?:resolve|delivery|content-fast-path|query)/, /^$/),
    ),
    [file('src/delivery/cache/a.ts', "import type { B } from '../resolve/b.ts'")],
  ],
  [
    'of the client, the server imports the generator of types, and its command line how they are written',
    files => [
      ...importOnly(/^client\/(?!src\/codegen\/)/, /^src\/cli\/types\.ts$/)(files),
      ...importOnly(/^client\/(?!src\/(?:codegen|command)\/)/, /^$/)(files),
    ],
    [file('src/delivery/a.ts', "import { b } from '../../client/src/command/b.ts'")],
    [file('src/cli/types.ts', "import { createClient } from '../../client/src/client.ts'")],
  ],
  [
    'SQL is written in stores and in database/ only',
    importOnly(/^kysely/, stores),
    [file('src/keys/keys.service.ts', "import { CompiledQuery } from 'kysely'")],
  ],
  [
    'statements are built in stores and in database/ only',
    foundOutside(/\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/, stores),
    [file('src/keys/keys.service.ts', "writes.selectFrom('api_key')")],
  ],
  [
    "the driver of an engine is known in the engine's folder and its diagnostics only",
    files => [
      ...importOnly(/^bun:sqlite$/, /^src\/database\/(?:sqlite\/|diagnostics\/sqlite-)/)(files),
      ...importOnly(/^pg$/, /^src\/database\/(?:postgres\/|diagnostics\/postgres-)/)(files),
    ],
    [file('src/keys/keys.store.ts', "import { Database } from 'bun:sqlite'")],
    [file('src/database/sqlite/sqlite.ts', "import pg from 'pg'")],
  ],
  ...Object.entries(owners).map(
    ([table, owner]) =>
      [
        `rows of ${table} are written in ${owner} only`,
        foundOutside(
          new RegExp(`\\.(?:insertInto|updateTable|deleteFrom)\\(\\s*'${table}'`),
          new RegExp(`^src/${owner}$`),
        ),
        [file('src/accounts/spaces/spaces.store.ts', `writes.updateTable('${table}')`)],
      ] as const,
  ),
  [
    'delivery writes nothing and reads under no writing transaction',
    within('src/delivery/', foundOutside(/(?:[:{,] ?|type )Writes\b|\.transaction\(/, /^$/)),
    [
      file(
        'src/delivery/store/published-entries.store.ts',
        "import type { Writes } from '../database/database.ts'",
      ),
    ],
  ],
  [
    'delivery names no table but collection, publication, publication_variant, space and those of the query index',
    within(
      'src/delivery/',
      foundOutside(
        /(?:From|Join)\('|\bfrom "/,
        /^$/,
        /(?:From|Join)\('(?:collection|space|publication|publication as live|publication_variant as overlay|query_entry|query_entry as indexed|found|counted)'|\bfrom "(?:publication|query_posting|found)"/g,
      ),
    ),
    [file('src/delivery/store/published-entries.store.ts', "query.selectFrom('entry')")],
    [file('src/delivery/store/published-entries.store.ts', "found.innerJoin('entry as draft', on)")],
    [file('src/delivery/store/list-pages.store.ts', 'sql`select "data" from "entry"`')],
  ],
  [
    'only main reads the environment, and hands it to config',
    foundOutside(/process\.env|Bun\.env|import\.meta\.env/, /^src\/main\.ts$/),
    [file('src/http/log.ts', 'process.env.LOG_LEVEL')],
  ],
  [
    'a SpaceId is made where a key or a space was looked up, or a space was made',
    foundOutside(
      /\btoSpaceId\b|\bas SpaceId\b/,
      /^src\/(?:base\/ids|keys\/keys\.store|accounts\/(?:spaces\/spaces\.(?:store|service)|members\.store|invitations\.store)|media\/deliver\/shown-files\.store|preview\/links\/links\.store)\.ts$/,
    ),
    [file('src/delivery/delivery.routes.ts', 'const space = toSpaceId(text)')],
    [file('src/delivery/delivery.routes.ts', 'const space = text as SpaceId')],
  ],
  [
    'time and randomness are arguments: only base, cli, main and the server take those of the system',
    foundOutside(
      /\bDate\.now\(|new Date\(\)|Math\.random|crypto\.(?:randomUUID|getRandomValues)|\bsystem(?:Clock|Random)\b/,
      /^src\/(?:base\/(?:clock|ids)|main|server|cli\/(?:[\w-]+\/)?[\w-]+)\.ts$/,
    ),
    [file('src/keys/keys.service.ts', 'const now = Date.now()')],
    [file('src/keys/keys.service.ts', "import { systemRandom } from '../base/ids.ts'")],
  ],
  [
    'only field types, and features about one of them, compare the name of a field type',
    within('src/', foundOutside(typeComparison, aboutOneType)),
    [file('src/delivery/a.ts', "if (field.type === 'text') return")],
    [file('src/delivery/a.ts', "switch (type) {\n  case 'dateTime':")],
    [file('src/content/model/a.ts', "['json', 'richText'].includes(type)")],
    [file('src/content/index/a.ts', 'const orders: Readonly<Record<FieldType, Order>> = {')],
  ],
  [
    'no file exports a default',
    foundOutside(/^export default\b/m, /\.d\.ts$/),
    [file('src/base/a.ts', 'export default 1')],
  ],
  [
    'no file hands on what another file exports',
    foundOutside(/^export\s(?:type\s)?(?:\{[^}]*\}|\*[^'\n]*)\sfrom '\./m, /^$/),
    [file('src/base/a.ts', "export { b } from './b.ts'")],
    [file('src/base/a.ts', "export * from './b.ts'")],
  ],
  [
    `no file has more than ${linesMax} lines, generated ones aside`,
    files =>
      files
        .filter(({ path, text }) => !/\.generated\.ts$/.test(path) && text.split('\n').length > linesMax + 1)
        .map(({ path, text }) => `${path}: ${text.split('\n').length - 1}`),
    [file('src/base/a.ts', '\n'.repeat(linesMax + 1))],
  ],
  [
    'every file opens with a comment that says what lives here',
    foundOutside(/^(?!(?:#!.*\n)?(?:\/\/ \S|\/\*\* \S))/, /^$/),
    [file('src/base/a.ts', "import { b } from './b.ts'")],
  ],
  [
    'files are named in kebab-case, with their role as a suffix',
    files =>
      files.map(({ path }) => path).filter(path => !/\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*$/.test(path)),
    [file('src/base/aB.ts', '')],
    [file('src/base/a_b.ts', '')],
  ],
]

/** The layers of the dashboard, from the top: a file imports from lower ones, or from its own. */
const dashboardLayers: readonly (readonly string[])[] = [
  ['main', 'api-docs'],
  ['router'],
  ['pages'],
  ['shell'],
  ['fields'],
  ['rich-text'],
  ['media'],
  ['parts'],
  ['api'],
  ['paths', 'theme'],
]
const sharedWithBrowsers =
  /^src\/(?:base\/(?:[\w-]+\/)?[\w-]+|access\/rights|content\/(?:model\/(?:query-model|preview-url)|fields\/(?:query|text)-facts|values\/(?:component-icons|model|portable-text|safe-address))|dashboard\/pages)\.ts$/

/** Values of the server that would be in the browser's bundle, but for those that may be; its types are free. */
const takeServerCode: Check = files =>
  files.flatMap(({ path, text }) =>
    importsOf({ path, text: text.replaceAll(/^import type [^']*'[^']+'/gm, '') })
      .filter(target => target.startsWith('src/') && !sharedWithBrowsers.test(target))
      .map(target => `${path} imports ${target}`),
  )

const goUpInDashboard: Check = files =>
  files.flatMap(file => {
    const layerOf = (path: string) => dashboardLayers.findIndex(names => names.includes(nameModule(path)))
    if (layerOf(file.path) < 0) return [`${file.path} is in no layer`]
    const pageOf = (path: string) => /^dashboard\/pages\/([^/]+)/.exec(path)?.[1]
    const isOtherPage = (target: string) =>
      pageOf(file.path) !== undefined && pageOf(target) !== pageOf(file.path)
    return importsOf(file)
      .filter(target => /^dashboard\/.*\.tsx?$/.test(target))
      .filter(
        target =>
          layerOf(target) < layerOf(file.path) || (nameModule(target) === 'pages' && isOtherPage(target)),
      )
      .map(target => `${file.path} imports ${target}`)
  })

const dashboardRules: typeof rules = [
  [
    'imports lead to a lower layer, and no page knows another',
    goUpInDashboard,
    [file('dashboard/parts/a.tsx', "import { B } from '../pages/b/b.tsx'")],
    [file('dashboard/pages/a/a.tsx', "import { B } from '../b/b.tsx'")],
    [file('dashboard/attic/a.ts', '')],
  ],
  [
    'only constants of base and of the model, what queries can name, the format of rich text and the table of pages come from the server, and types',
    takeServerCode,
    [file('dashboard/api/a.ts', "import { createKeys } from '../../src/keys/keys.service.ts'")],
  ],
  [
    "nothing is kept in the browser but unsent edits, the links to pictures that a person decided to keep, which blocks are open, the components that were used last, and the colour scheme, which is the library's",
    files => [
      ...foundOutside(
        /\b(?:localStorage|sessionStorage|document\.cookie)\b/,
        /^dashboard\/(?:media\/foreign-pictures|fields\/component\/device-memory)\.ts$/,
      )(files),
      ...foundOutside(/\bindexedDB\b/, /^dashboard\/api\/local-drafts\.ts$/)(files),
    ],
    [file('dashboard/api/local-drafts.ts', "localStorage.setItem('key', key)")],
    [file('dashboard/api/a.ts', "indexedDB.open('keys')")],
  ],
  [
    'no text of a page is taken as HTML',
    foundOutside(/dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/, /^$/),
    [file('dashboard/parts/a.tsx', '<b dangerouslySetInnerHTML={{ __html: text }} />')],
  ],
  [
    'only a field type, or a feature that is about one, names the type of a field',
    foundOutside(
      /\b(?<!schema\.)(?:type|kind) [!=]== '(?:text|richText|anyRichText|integer|number|boolean|date|dateTime|json|asset|reference)'/,
      /^dashboard\/(?:api-docs\/|fields\/[\w-]+\/|pages\/(?:api-keys\/|collection\/(?:list-toolbar|entry-listing)\.tsx)|parts\/entries\/place-name\.ts)/,
    ),
    [file('dashboard/pages/entry/a.tsx', "if (field.type === 'richText') return null")],
    [file('dashboard/fields/a.ts', "const isText = kind !== 'text'")],
  ],
  ...rules.filter(([title]) => /^no file|^no folder|every file opens|files are named/.test(title)),
]

/** What stands in the package's folder, but for what it exports. */
const ofClient = (path: string) => path.startsWith('client/src/') && path !== 'client/src/index.ts'

/** The client is a package of its own. The server takes of it what generates types, and how they are written. */
const clientRules: typeof rules = [
  [
    'the client imports nothing of the server, the dashboard, tests or scripts',
    importOnly(/^(?!client\/src\/)\w+\/.*\.tsx?$/, /^$/),
    [file('client/src/a.ts', "import { b } from '../../src/base/b.ts'")],
  ],
  [
    'only its command imports what browsers lack',
    importOnly(/^(?:node|bun):/, /^client\/src\/command\//),
    [file('client/src/codegen/a.ts', "import { readFile } from 'node:fs/promises'")],
  ],
  [
    'the generator of types imports nothing but its own files, and the types nothing but types',
    files => [
      ...within('client/src/codegen/', importOnly(/^(?!client\/src\/codegen\/)/, /^$/))(files),
      ...within('client/src/types/', foundOutside(/^import (?!type )/m, /^$/))(files),
    ],
    [file('client/src/codegen/a.ts', "import { b } from '../b.ts'")],
    [file('client/src/types/a.ts', "import { b } from './b.ts'")],
  ],
  ...rules
    .filter(([title]) => /^no file|every file opens|files are named/.test(title))
    .map(([title, check, ...bad]): (typeof rules)[number] => [
      title,
      files => check(files.filter(({ path }) => !path.startsWith('client/') || ofClient(path))),
      ...bad,
    ]),
]

/** Of tests and scripts, and of what they import from each other. */
const programRules: typeof rules = [
  ...rules.filter(([title]) => /imports itself/.test(title)),
  [
    'test/kit imports nothing else of the tests, and no test imports another',
    files =>
      files.flatMap(file =>
        importsOf(file)
          .filter(
            target =>
              /\.test\.tsx?$/.test(target) ||
              (file.path.startsWith('test/kit/') && /^test\/(?!kit\/)/.test(target)),
          )
          .map(target => `${file.path} imports ${target}`),
      ),
    [file('test/kit/a.ts', "import { b } from '../stress/b.ts'")],
    [file('test/keys/a.ts', "import { b } from './b.test.ts'")],
  ],
]

/** What Bun would add to a file with JSX, not knowing the project's settings. */
const jsxRuntime = /^react(?:\/|$)/

const source = await read('src/**/*.{ts,tsx}')
const tests = await read('test/**/*.{ts,tsx}')

describe('the source', () => {
  test('is read whole: every import that Bun sees is seen here', () => {
    for (const { path, text } of source.filter(({ path }) => !path.endsWith('.d.ts'))) {
      const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' })
      const seen = transpiler.scanImports(text).map(({ path }) => path)
      const resolved = seen.map(name => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
      const missed = resolved.filter(name => !importsOf({ path, text }).includes(name))
      expect([path, missed.filter(name => !jsxRuntime.test(name))]).toEqual([path, []])
    }
  })

  for (const [title, check, ...bad] of rules) {
    test(title, () => {
      for (const files of bad) expect(check(files)).not.toEqual([])
      expect(check(source)).toEqual([])
    })
  }
})

describe('the dashboard', async () => {
  const dashboard = await read('dashboard/**/*.{ts,tsx}')
  for (const [title, check, ...bad] of dashboardRules) {
    test(title, () => {
      for (const files of bad) expect(check(files)).not.toEqual([])
      expect(check(dashboard.filter(({ path }) => !path.endsWith('.d.ts')))).toEqual([])
    })
  }
})

describe('the client', async () => {
  const client = await read('client/src/**/*.ts')
  for (const [title, check, ...bad] of clientRules) {
    test(title, () => {
      for (const files of bad) expect(check(files)).not.toEqual([])
      expect(check(client)).toEqual([])
    })
  }
})

describe('tests and scripts', async () => {
  const programs = [...tests, ...(await read('scripts/**/*.ts'))]
  for (const [title, check, ...bad] of programRules) {
    test(title, () => {
      for (const files of bad) expect(check(files)).not.toEqual([])
      expect(check(programs)).toEqual([])
    })
  }
})

/** All that is loaded with a file, by way of others, but for types and what is loaded when it is needed. */
function loadedWith(start: string, files: readonly SourceFile[]): Set<string> {
  const loaded = new Set([start])
  for (const path of loaded) {
    const text = files.find(file => file.path === path)?.text.replaceAll(/^import type [^']*'[^']+'/gm, '')
    const atOnce = text?.replaceAll(/\bimport\('[^']+'\)/g, '') ?? ''
    for (const target of importsOf({ path, text: atOnce })) loaded.add(target)
  }
  return loaded
}

test('no command loads Better Auth or React before it serves', () => {
  const heavy = (files: readonly SourceFile[]) =>
    [...loadedWith('src/main.ts', files)].filter(name => /^(?:better-auth|react)(?:\/|$)/.test(name))
  const bad = [
    file('src/main.ts', "import { serve } from './cli/serve.ts'"),
    file('src/cli/serve.ts', "import { betterAuth } from 'better-auth'"),
  ]
  expect(heavy(bad)).toEqual(['better-auth'])
  expect(heavy(source)).toEqual([])
})

test('no test is left out or runs alone', () => {
  const check = foundOutside(/\b(?:test|describe|it)\.(?:only|skip|todo)\(/, /^$/)
  expect(check([file('test/a.test.ts', unfinished)])).toEqual(['test/a.test.ts'])
  expect(check(tests)).toEqual([])
})

test(`no folder holds more than ${filesMax} source files`, async () => {
  const fill = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => file(`${folder}/f${at}.${at % 2 ? 'tsx' : 'css'}`, ''))
  expect(countSources(fill('dashboard/a', filesMax + 1))).toEqual(['dashboard/a holds 21 files'])
  expect(countSources([...fill('src/a', filesMax), ...fill('src/a/b', filesMax)])).toEqual([])
  expect(countSources(await read('{src,dashboard,test/kit}/**/*.{ts,tsx,css}'))).toEqual([])
})
