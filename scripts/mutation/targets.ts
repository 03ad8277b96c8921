// Which tests have to notice a fault in which module: the quick ones that are about it first, then those that go
// through it. What is critical: whoever gets past these is shown what is not theirs, or what no longer holds.

export interface Target {
  readonly module: string
  /** Beginnings of paths. */
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Those that take longer, last. */
  readonly slow: readonly string[]
}

const guardTests = [
  ...names('test/keys', ['401', '403', 'rate-limit']),
  ...names('test/delivery', ['fast-path', 'statements']),
  ...names('test/keys', ['201-rotate-key', 'last-used', 'unknown-keys', 'key-validity', '200-revoke-key']),
]
const keyTests = [
  ...names('test/keys', [
    'buckets',
    'same-id',
    'key-format',
    'create-key',
    '200-list-keys',
    '200-update-key',
    '201-create-key',
  ]),
  ...guardTests,
  ...names('test/keys', [
    '400-key-fields',
    '400-key-bodies',
    '400-key-query',
    '404-keys',
    '409-keys',
    'specification',
  ]),
  'test/delivery/contract.test.ts',
]
const answerTests = names('test/delivery', [
  '200-list',
  '200-entry',
  '200-variants',
  '404-paths',
  'audiences',
  'statements',
  'one-answer',
  'isolation',
  'proposals',
  '400-too-large',
])

export const targets: readonly Target[] = [
  {
    module: 'guard',
    files: [
      'src/keys/keys.guard.ts',
      'src/keys/known-keys.ts',
      'src/keys/key-lookups.ts',
      'src/keys/rate-limit.ts',
    ],
    tests: guardTests,
    slow: ['test/delivery/isolation.test.ts'],
  },
  { module: 'keys', files: ['src/keys/'], tests: keyTests, slow: ['test/accounts/canaries.test.ts'] },
  {
    module: 'parameters',
    files: ['src/delivery/delivery.schema.ts', 'src/delivery/delivery.routes.ts', 'src/http/query.ts'],
    tests: names('test/delivery', [
      '400-parameters',
      '200-list',
      '200-entry',
      '404-paths',
      '200-variants',
      'contract',
      'audiences',
      'one-answer',
    ]),
    slow: [
      ...names('test/delivery', ['fast-path', 'answers-equal-model']),
      'test/commands/configuration.test.ts',
    ],
  },
  {
    module: 'cache',
    files: [
      'src/delivery/cache/',
      'src/delivery/cache/response-cache.ts',
      'src/delivery/store/change-log.store.ts',
    ],
    tests: [
      ...names('test/delivery', [
        'cache-index',
        'list-pages',
        'variant-cache',
        'space-snapshots',
        'snapshots-at-once',
        'cache-memory',
        'reference-cache',
        'audiences',
        'one-answer',
        'cached-responses',
        'statements',
        '200-list',
      ]),
      'test/delivery/byte-cache.test.ts',
      'test/operations/activity.test.ts',
    ],
    slow: names('test/delivery', [
      'never-stale',
      'fast-path',
      '200-variants',
      'isolation',
      'answers-equal-model',
    ]),
  },
  {
    module: 'variants',
    files: ['src/delivery/resolve/variants.ts', 'src/delivery/query.ts', 'src/delivery/resolve/fragments.ts'],
    tests: [...names('test/delivery', ['200-variants', 'audiences', 'cached-responses']), ...answerTests],
    slow: names('test/delivery', ['answers-equal-model', 'never-stale', '400-too-large']),
  },
  {
    module: 'references',
    files: ['src/delivery/'],
    tests: answerTests,
    slow: names('test/delivery', [
      'answers-equal-model',
      'bombs',
      '400-too-large',
      'fast-path',
      'never-stale',
      'query-plans',
    ]),
  },
  {
    module: 'contentful',
    files: ['src/publishing/contentful/'],
    tests: names('test/contentful', [
      'model',
      'states',
      'values',
      'assets',
      'slugs',
      'locales',
      'experiences',
      'odd-input',
      'real-exports',
    ]),
    slow: [],
  },
  {
    module: 'browse',
    files: ['src/publishing/browse'],
    tests: names('test/publishing', [
      'browse-members',
      'browse-entry',
      'browse-list',
      'browse-publish',
      'browse-states',
    ]),
    slow: [],
  },
  {
    module: 'publishing',
    files: ['src/publishing/'],
    tests: names('test/publishing', [
      'addresses',
      'good-entries',
      'publish',
      'references',
      'to-of-references',
      'model-change',
      'import-report',
      'slugs',
      'bad-lines',
    ]),
    slow: names('test/publishing', [
      'field-values',
      'limits',
      'export',
      'browse-list',
      'browse-states',
      'browse-entry',
      'browse-publish',
      'browse-members',
      'contentful-imports',
      'random-sequences',
    ]),
  },
]

/** The first that has the file. */
export function targetOf(file: string): Target | null {
  return targets.find(({ files }) => files.some(start => file.startsWith(start))) ?? null
}

function names(folder: string, files: readonly string[]): string[] {
  return files.map(file => `${folder}/${file}.test.ts`)
}
