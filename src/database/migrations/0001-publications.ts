// Published content and its query index.
//
// SQLite stores a row with all of its values, and a response references a hundred entries of which it needs the path only:
// the index `publication_live_address` has it. PostgreSQL stores large values apart from their rows.
import type { SchemaDialect } from './run-schema.ts'

export const publicationTables = ({ onSqlite, bytes, keyOnly }: SchemaDialect) => `
  create table publication (
    space text not null${onSqlite(' references space (id)')},
    entry text not null,
    from_revision bigint not null,
    to_revision bigint,
    collection text not null,
    slug text not null,
    version integer not null,
    first_published_at bigint not null,
    published_at bigint not null,
    refs text,
    data text not null,
    draft_version integer,
    published_by text,
    written text,
    constraint publication_key primary key (space, entry, from_revision)
  );
  create unique index publication_live_entry on publication (space, entry) where to_revision is null;
  create unique index publication_live_slug on publication (space, collection, slug) where to_revision is null;
  create index publication_live_order on publication (space, collection, published_at desc, entry)
    where to_revision is null;
  ${onSqlite(`
  create index publication_live_address on publication (space, entry, collection, slug) where to_revision is null;`)}
  -- Nodes read the changes since a revision, to invalidate their caches without reading unchanged rows.
  create index publication_opened on publication (space, from_revision);
  create index publication_closed on publication (space, to_revision) where to_revision is not null;

  create table publication_variant (
    space text not null,
    entry text not null,
    from_revision bigint not null,
    variant text not null,
    refs text,
    data text not null,
    written text,
    constraint publication_variant_key primary key (space, entry, from_revision, variant)
  );

  create table publication_reference (
    space text not null,
    target text not null,
    entry text not null,
    constraint publication_reference_key primary key (space, target, entry)
  ) ${keyOnly};

  create table publication_asset (
    space text not null,
    entry text not null,
    asset text not null,
    blob text,
    filename text,
    names_former integer not null,
    constraint publication_asset_key primary key (space, asset, entry)
  );
  create index publication_asset_entry on publication_asset (space, entry);
  create index publication_asset_file on publication_asset (space, blob, filename);

  create table live_value (
    space text not null,
    collection text not null,
    field text not null,
    value text not null,
    entry text not null,
    constraint live_value_key primary key (space, collection, field, value, entry)
  ) ${keyOnly};
  create index live_value_entry on live_value (space, entry);

  create table query_entry (
    space text not null,
    entry text not null,
    number integer not null,
    constraint query_entry_key primary key (space, entry),
    constraint query_entry_number unique (space, number)
  );

  create table query_posting (
    space text not null,
    collection text not null,
    field text not null,
    variant text not null,
    key ${bytes} not null,
    chunk integer not null,
    count integer not null,
    numbers ${bytes} not null,
    constraint query_posting_key primary key (space, collection, field, variant, key, chunk)
  ) ${keyOnly};
`
