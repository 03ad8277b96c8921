// Models, drafts and what belongs to drafts.
//
// PostgreSQL checks a foreign key with one statement for each inserted row, which doubles the time of an import. Rows of
// content are written by transactions that have read the space and its collections under the lock, so only SQLite has the
// foreign keys, where the check costs next to nothing.
//
// The index `entry_list` holds everything that lists of drafts are filtered and sorted by, so that a list of 100,000
// entries reads no drafts. PostgreSQL limits the size of an index row, and stores large values apart from their rows: there
// the index is without the slug and the text that is searched.
import type { SchemaDialect } from './run-schema.ts'

export const contentTables = ({ onSqlite, onPostgres, keyOnly }: SchemaDialect) => `
  create table collection (
    space text not null references space (id),
    api_name text not null,
    name text not null,
    fields text not null,
    title_field text,
    indexed_model text,
    kind text not null default 'collection',
    model_version integer not null default 1,
    settings text not null default '{}',
    constraint collection_key primary key (space, api_name)
  );

  create table model_change (
    space text not null,
    collection text not null,
    model_version integer not null,
    at bigint not null,
    "by" text,
    operations text not null,
    before text not null,
    constraint model_change_key primary key (space, collection, model_version)
  );

  create table variant (
    space text not null,
    id text not null,
    name text not null,
    kind text not null,
    constraint variant_key primary key (space, id)
  );

  create table entry (
    space text not null,
    id text not null,
    collection text not null,
    slug text not null,
    data text not null,
    variants text,
    draft_version integer not null,
    path_versions text not null,
    title text,
    title_key text,
    search text not null,
    picture text,
    problems integer not null,
    state text not null,
    published_at bigint,
    created_at bigint not null,
    created_by text,
    updated_at bigint not null,
    updated_by text,
    archived_at bigint,
    constraint entry_key primary key (space, id)${onSqlite(`,
    constraint entry_collection foreign key (space, collection) references collection (space, api_name)`)}
  );
  -- Archived entries keep their slug, and others may take it.
  create unique index entry_slug on entry (space, collection, slug) where archived_at is null;
  create index entry_list on entry (space, collection, updated_at desc, id
    ${onSqlite(', state, problems, published_at, created_at, updated_by, title_key, slug, search)')}
    ${onPostgres(') include (state, problems, published_at, created_at, updated_by, title_key)')};
  create index entry_state on entry (space, collection, state, problems);

  create table entry_version (
    space text not null,
    entry text not null,
    draft_version integer not null,
    started_at bigint not null,
    at bigint not null,
    "by" text,
    reason text not null,
    names text not null,
    sealed integer not null default 0,
    kept_until bigint,
    slug text,
    data text,
    variants text,
    earlier text,
    constraint entry_version_key primary key (space, entry, draft_version)
  );

  create table draft_reference (
    space text not null,
    target text not null,
    entry text not null,
    path text not null,
    constraint draft_reference_key primary key (space, target, entry, path)
  ) ${keyOnly};
  create index draft_reference_entry on draft_reference (space, entry);

  create table draft_asset (
    space text not null,
    asset text not null,
    entry text not null,
    constraint draft_asset_key primary key (space, asset, entry)
  );
  create index draft_asset_entry on draft_asset (space, entry);

  create table schedule (
    space text not null,
    entry text not null,
    draft_version integer not null,
    publish_at bigint,
    unpublish_at bigint,
    due_at bigint,
    state text not null,
    reason text,
    created_at bigint not null,
    created_by text,
    problems text,
    group_entry text,
    constraint schedule_key primary key (space, entry)
  );
  -- Nodes look for what is due in all spaces at once.
  create index schedule_due on schedule (due_at) where due_at is not null;
  create index schedule_group on schedule (space, group_entry);

  create table activity (
    space text not null,
    id bigint not null,
    at bigint not null,
    "by" text,
    action text not null,
    entry text,
    collection text,
    version text,
    detail text,
    constraint activity_key primary key (space, id)
  );
  create index activity_entry_id on activity (space, entry, id);
  create index activity_by on activity (space, "by", id);
`
