// What `npm test` leaves to `npm run test:rest`, so that it takes minutes: CI runs both.

export type Engine = 'sqlite' | 'postgres'

/**
 * On SQLite: programs that measure, run in small; pages in every size and colour scheme; ten thousand entries and more. On
 * PostgreSQL: what repeats a test of SQLite in statements that remaining tests run there too, in less time, and nodes that
 * are killed and replaced.
 */
export const restTests: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    'test/assets/file-figures.test.ts',
    'test/bench/programs.test.ts',
    'test/dashboard/journeys-reference-input.test.ts',
    'test/dashboard/pages.test.ts',
    'test/import-export/movies.test.ts',
  ],
  postgres: [
    'test/accounts/authorisation-matrix.test.ts',
    'test/accounts/sign-in.test.ts',
    'test/assets/cut-uploads.test.ts',
    'test/assets/file-canaries.test.ts',
    'test/assets/file-kills.test.ts',
    'test/assets/made-images.test.ts',
    'test/authoring/entry-referrers.test.ts',
    'test/authoring/model-index.test.ts',
    'test/authoring/model-served.test.ts',
    'test/authoring/models-beside-writers.test.ts',
    'test/cli/doctor-assets.test.ts',
    'test/cli/import-files.test.ts',
    'test/cli/import-report.test.ts',
    'test/cli/kill.test.ts',
    'test/cli/serve.test.ts',
    'test/cli/two-processes.test.ts',
    'test/cli/types.test.ts',
    'test/cli/users.test.ts',
    'test/cluster/failover.test.ts',
    'test/cluster/replica-reads.test.ts',
    'test/cluster/rolling-replacement.test.ts',
    'test/content/entry-too-large.test.ts',
    'test/content/query-index.test.ts',
    'test/delivery/400-too-large.test.ts',
    'test/delivery/answers-equal-model.test.ts',
    'test/delivery/bombs.test.ts',
    'test/delivery/fields-equal-model.test.ts',
    'test/delivery/isolation-stress.test.ts',
    'test/delivery/list-pages.test.ts',
    'test/delivery/one-response.test.ts',
    'test/delivery/swapi.test.ts',
    'test/http/fuzz.test.ts',
    'test/import-export/contentful-imports.test.ts',
    'test/import-export/import-report.test.ts',
    'test/import-export/slugs.test.ts',
    'test/keys/unknown-key-flood.test.ts',
    'test/ops/overload.test.ts',
  ],
}
