// Planner settings. Frontlist's statements are written to follow indexes, from few rows to many. Given actual values and
// statistics older than an import, the planner chooses badly: for a space without statistics it reads the whole space
// instead of the named entries.

/**
 * Settings for a transaction that has just begun. The two costs decide which index is chosen. From version 17 on, an
 * index may be scanned without a condition on a middle column: if most spaces are small, scanning a whole space looked
 * cheaper than looking up each entry, in large spaces too. So a lookup is made cheap, and each scanned index entry
 * expensive.
 */
export const planAlongIndexes = [
  "plan_cache_mode = 'force_generic_plan'",
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'jit = off',
  'random_page_cost = 0.1',
  'cpu_index_tuple_cost = 1',
]
  .map(setting => `set local ${setting}`)
  .join('; ')

/**
 * Updates statistics. Without them PostgreSQL considers all indexes of a space equal: right after a first import it
 * would search for a slug by scanning the whole space. Autovacuum catches up only after up to a minute. For a role that
 * does not own the tables this does nothing.
 */
export const analyze =
  'vacuum (analyze, skip_locked) collection, entry, publication, publication_variant, publication_reference'
