// How PostgreSQL is to plan. Our statements are written for the way along an index, from the few to the many. What the
// planner would guess from the values at hand, with statistics that are older than an import, leads it elsewhere: for a
// space that the statistics do not know yet it reads the whole space instead of the entries that are named.

/**
 * For the transaction that has just begun. The two costs are what an index is chosen by. From version 17 on an index of
 * which a middle column is not asked for counts as one way among others: where most spaces are small, reading all of a
 * space looked cheaper than looking each entry up, for the large space too. So a look-up counts for little, and an entry
 * of an index that is passed on the way for much.
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
 * Of tables that were never counted, PostgreSQL takes each index of a space to be as good as any other: right after a
 * first import it would look for a slug by reading the whole space. It counts by itself, but up to a minute later. Who
 * does not own the tables is told nothing and changes nothing.
 */
export const takeStock =
  'vacuum (analyze, skip_locked) collection, entry, publication, publication_variant, publication_reference'
