// Adds the tokens of previews: links that members share, and those of their own windows.
import type { Kysely } from 'kysely'
import { runSchema } from './run-schema.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runSchema(db, toSchema)
}

/**
 * A token outlives its maker and its session, so that a request with it is told why it has ended. It is found by its hash
 * before its space is known, so no space hides its rows.
 */
function toSchema(): string {
  return `
  create table preview_link (
    space text not null references space (id),
    id text not null,
    hash text not null,
    entries text,
    label text,
    session text,
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    constraint preview_link_key primary key (space, id)
  );
  create unique index preview_link_hash on preview_link (hash);
  create index preview_link_newest on preview_link (space, created_at desc, id);
  create index preview_link_expiry on preview_link (expires_at)`
}
