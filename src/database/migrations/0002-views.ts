// Adds the views of lists of entries: saved filters, orders and columns.
import type { Kysely } from 'kysely'
import { runSchema, type SchemaDialect } from './run-schema.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runSchema(db, toSchema)
}

/** A view goes with its collection. `owner` is null for a shared view, which stays when its maker leaves the space. */
function toSchema({ ownSpaceOnly }: SchemaDialect): string {
  return `
  create table list_view (
    space text not null,
    id text not null,
    collection text not null,
    name text not null,
    query text not null,
    columns text not null,
    owner text,
    created_by text not null,
    created_at bigint not null,
    constraint list_view_key primary key (space, id),
    constraint list_view_collection foreign key (space, collection)
      references collection (space, api_name) on delete cascade,
    constraint list_view_owner foreign key (space, owner) references member (space, "user") on delete cascade
  );
  create index list_view_of_collection on list_view (space, collection);
  create index list_view_of_owner on list_view (space, owner);
  ${ownSpaceOnly('list_view')}`
}
