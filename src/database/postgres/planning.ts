// How PostgreSQL is to plan. Our statements are written for the way along an index, from the few to the many. What the
// planner would guess from the values at hand, with statistics that are older than an import, leads it elsewhere: for a
// space that the statistics do not know yet it reads the whole space instead of the entries that are named.

/** For the transaction that has just begun. */
export const planAlongIndexes =
  "set local plan_cache_mode = 'force_generic_plan'; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off"

/**
 * Of tables that were never counted, PostgreSQL takes each index of a space to be as good as any other: right after a
 * first import it would look for a slug by reading the whole space. It counts by itself, but up to a minute later. Who
 * does not own the tables is told nothing and changes nothing.
 */
export const takeStock =
  'vacuum (analyze, skip_locked) collection, entry, publication, publication_variant, publication_reference'
