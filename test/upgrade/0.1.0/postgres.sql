create table if not exists "public"."schema_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "public"."schema_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
create table space (
    id text collate "C" not null primary key,
    slug text collate "C" not null unique,
    name text collate "C" not null,
    revision bigint not null,
    created_at bigint not null,
    content_revision bigint not null default 0,
    model_revision bigint not null default 0,
    next_number bigint not null default 0
  );
create table space_activity (
    space text collate "C" not null,
    id bigint not null,
    at bigint not null,
    "by" text collate "C",
    action text collate "C" not null,
    detail text collate "C",
    constraint space_activity_key primary key (space, id)
  );
create table "user" (
    id text collate "C" not null primary key,
    email text collate "C" not null unique,
    created_at bigint not null,
    updated_at bigint not null
  );
create table credential (
    "user" text collate "C" not null primary key references "user" (id) on delete cascade,
    password text collate "C" not null,
    created_at bigint not null,
    updated_at bigint not null
  );
create table setup_token (
    hash text collate "C" not null primary key,
    created_at bigint not null
  );
create table session (
    id text collate "C" not null primary key,
    token text collate "C" not null unique,
    "user" text collate "C" not null references "user" (id) on delete cascade,
    space text collate "C",
    expires_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  );
create index "session_user" on session ("user");
create index session_expiry on session (expires_at);
create table sign_in_failure (
    subject text collate "C" not null,
    at bigint not null,
    id text collate "C" not null,
    constraint sign_in_failure_key primary key (subject, at, id)
  );
create index sign_in_failure_age on sign_in_failure (at);
create table member (
    space text collate "C" not null references space (id),
    "user" text collate "C" not null references "user" (id) on delete cascade,
    role text collate "C" not null,
    created_at bigint not null,
    constraint member_key primary key (space, "user")
  );
create index member_user on member ("user", created_at);
create table invitation (
    space text collate "C" not null references space (id),
    id text collate "C" not null,
    email text collate "C" not null,
    role text collate "C" not null,
    hash text collate "C" not null,
    created_by text collate "C" not null references "user" (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    constraint invitation_key primary key (space, id)
  );
create unique index invitation_email on invitation (space, email);
create unique index invitation_hash on invitation (hash);
create table api_key (
    space text collate "C" not null references space (id),
    id text collate "C" not null,
    name text collate "C" not null,
    prefix text collate "C" not null,
    scopes text collate "C" not null,
    created_at bigint not null,
    created_by text collate "C" not null,
    updated_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    constraint api_key_key primary key (space, id)
  );
create index api_key_newest on api_key (space, created_at desc, id);
-- In a table of its own, because two secrets of a key are valid for a while after a rotation.
  create table api_key_secret (
    hash text collate "C" not null primary key,
    space text collate "C" not null,
    key text collate "C" not null,
    valid_until bigint,
    constraint api_key_secret_key foreign key (space, key) references api_key (space, id)
  );
create index api_key_secret_of_key on api_key_secret (space, key);
-- In a table of its own, because an import locks the row of the space, and keys must be revocable meanwhile.
  create table key_revision (
    space text collate "C" not null primary key references space (id),
    revision bigint not null
  );
create table collection (
    space text collate "C" not null references space (id),
    api_name text collate "C" not null,
    name text collate "C" not null,
    fields text collate "C" not null,
    title_field text collate "C",
    indexed_model text collate "C",
    kind text collate "C" not null default 'collection',
    model_version integer not null default 1,
    settings text collate "C" not null default '{}',
    constraint collection_key primary key (space, api_name)
  );
create table model_change (
    space text collate "C" not null,
    collection text collate "C" not null,
    model_version integer not null,
    at bigint not null,
    "by" text collate "C",
    operations text collate "C" not null,
    before text collate "C" not null,
    constraint model_change_key primary key (space, collection, model_version)
  );
create table variant (
    space text collate "C" not null,
    id text collate "C" not null,
    name text collate "C" not null,
    kind text collate "C" not null,
    constraint variant_key primary key (space, id)
  );
create table entry (
    space text collate "C" not null,
    id text collate "C" not null,
    collection text collate "C" not null,
    slug text collate "C" not null,
    data text collate "C" not null,
    variants text collate "C",
    draft_version integer not null,
    path_versions text collate "C" not null,
    title text collate "C",
    title_key text collate "C",
    search text collate "C" not null,
    picture text collate "C",
    problems integer not null,
    state text collate "C" not null,
    published_at bigint,
    created_at bigint not null,
    created_by text collate "C",
    updated_at bigint not null,
    updated_by text collate "C",
    archived_at bigint,
    constraint entry_key primary key (space, id)
  );
-- Archived entries keep their slug, and others may take it.
  create unique index entry_slug on entry (space, collection, slug) where archived_at is null;
create index entry_list on entry (space, collection, updated_at desc, id
    
    ) include (state, problems, published_at, created_at, updated_by, title_key);
create index entry_state on entry (space, collection, state, problems);
create table entry_version (
    space text collate "C" not null,
    entry text collate "C" not null,
    draft_version integer not null,
    started_at bigint not null,
    at bigint not null,
    "by" text collate "C",
    reason text collate "C" not null,
    names text collate "C" not null,
    sealed integer not null default 0,
    kept_until bigint,
    slug text collate "C",
    data text collate "C",
    variants text collate "C",
    earlier text collate "C",
    constraint entry_version_key primary key (space, entry, draft_version)
  );
create table draft_reference (
    space text collate "C" not null,
    target text collate "C" not null,
    entry text collate "C" not null,
    path text collate "C" not null,
    constraint draft_reference_key primary key (space, target, entry, path)
  );
create index draft_reference_entry on draft_reference (space, entry);
create table draft_asset (
    space text collate "C" not null,
    asset text collate "C" not null,
    entry text collate "C" not null,
    constraint draft_asset_key primary key (space, asset, entry)
  );
create index draft_asset_entry on draft_asset (space, entry);
create table schedule (
    space text collate "C" not null,
    entry text collate "C" not null,
    draft_version integer not null,
    publish_at bigint,
    unpublish_at bigint,
    due_at bigint,
    state text collate "C" not null,
    reason text collate "C",
    created_at bigint not null,
    created_by text collate "C",
    problems text collate "C",
    group_entry text collate "C",
    constraint schedule_key primary key (space, entry)
  );
-- Nodes look for what is due in all spaces at once.
  create index schedule_due on schedule (due_at) where due_at is not null;
create index schedule_group on schedule (space, group_entry);
create table activity (
    space text collate "C" not null,
    id bigint not null,
    at bigint not null,
    "by" text collate "C",
    action text collate "C" not null,
    entry text collate "C",
    collection text collate "C",
    version text collate "C",
    detail text collate "C",
    constraint activity_key primary key (space, id)
  );
create index activity_entry_id on activity (space, entry, id);
create index activity_by on activity (space, "by", id);
create table publication (
    space text collate "C" not null,
    entry text collate "C" not null,
    from_revision bigint not null,
    to_revision bigint,
    collection text collate "C" not null,
    slug text collate "C" not null,
    version integer not null,
    first_published_at bigint not null,
    published_at bigint not null,
    refs text collate "C",
    data text collate "C" not null,
    draft_version integer,
    published_by text collate "C",
    written text collate "C",
    constraint publication_key primary key (space, entry, from_revision)
  );
create unique index publication_live_entry on publication (space, entry) where to_revision is null;
create unique index publication_live_slug on publication (space, collection, slug) where to_revision is null;
create index publication_live_order on publication (space, collection, published_at desc, entry)
    where to_revision is null;
-- Nodes read the changes since a revision, to invalidate their caches without reading unchanged rows.
  create index publication_opened on publication (space, from_revision);
create index publication_closed on publication (space, to_revision) where to_revision is not null;
create table publication_variant (
    space text collate "C" not null,
    entry text collate "C" not null,
    from_revision bigint not null,
    variant text collate "C" not null,
    refs text collate "C",
    data text collate "C" not null,
    written text collate "C",
    constraint publication_variant_key primary key (space, entry, from_revision, variant)
  );
create table publication_reference (
    space text collate "C" not null,
    target text collate "C" not null,
    entry text collate "C" not null,
    constraint publication_reference_key primary key (space, target, entry)
  );
create table publication_asset (
    space text collate "C" not null,
    entry text collate "C" not null,
    asset text collate "C" not null,
    blob text collate "C",
    filename text collate "C",
    names_former integer not null,
    constraint publication_asset_key primary key (space, asset, entry)
  );
create index publication_asset_entry on publication_asset (space, entry);
create index publication_asset_file on publication_asset (space, blob, filename);
create table live_value (
    space text collate "C" not null,
    collection text collate "C" not null,
    field text collate "C" not null,
    value text collate "C" not null,
    entry text collate "C" not null,
    constraint live_value_key primary key (space, collection, field, value, entry)
  );
create index live_value_entry on live_value (space, entry);
create table query_entry (
    space text collate "C" not null,
    entry text collate "C" not null,
    number integer not null,
    constraint query_entry_key primary key (space, entry),
    constraint query_entry_number unique (space, number)
  );
create table query_posting (
    space text collate "C" not null,
    collection text collate "C" not null,
    field text collate "C" not null,
    variant text collate "C" not null,
    key bytea not null,
    chunk integer not null,
    count integer not null,
    numbers bytea not null,
    constraint query_posting_key primary key (space, collection, field, variant, key, chunk)
  );
create table blob (
    sha256 text collate "C" not null,
    size bigint not null,
    content_type text collate "C" not null,
    width integer,
    height integer,
    thumbhash text collate "C",
    stored_at bigint not null,
    removing bigint,
    frames integer,
    unreadable integer not null,
    constraint blob_key primary key (sha256)
  );
create index blob_stored on blob (stored_at);
create table blob_use (
    sha256 text collate "C" not null,
    space text collate "C" not null,
    constraint blob_use_key primary key (sha256, space)
  );
create table asset_store (
    id text collate "C" not null,
    confirmed_at bigint,
    constraint asset_store_key primary key (id)
  );
create table asset (
    space text collate "C" not null,
    id text collate "C" not null,
    blob text collate "C" not null,
    filename text collate "C" not null,
    title text collate "C",
    alt text collate "C",
    focal_x double precision,
    focal_y double precision,
    filename_key text collate "C" not null,
    search text collate "C" not null,
    created_at bigint not null,
    created_by text collate "C",
    updated_at bigint not null,
    updated_by text collate "C",
    was_delivered integer not null,
    constraint asset_key primary key (space, id)
  );
create index asset_blob on asset (space, blob, created_at, id);
create index asset_created on asset (space, created_at, id);
create table asset_former (
    space text collate "C" not null,
    sha256 text collate "C" not null,
    filename text collate "C" not null,
    asset text collate "C" not null,
    replaced_at bigint not null,
    was_delivered integer not null,
    constraint asset_former_key primary key (space, sha256, filename, asset)
  );
create index asset_former_asset on asset_former (space, asset);
alter table collection enable row level security;
alter table collection force row level security;
create policy own_space on collection using (space = current_setting('frontlist.space', true));
alter table entry enable row level security;
alter table entry force row level security;
create policy own_space on entry using (space = current_setting('frontlist.space', true));
alter table entry_version enable row level security;
alter table entry_version force row level security;
create policy own_space on entry_version using (space = current_setting('frontlist.space', true));
alter table draft_reference enable row level security;
alter table draft_reference force row level security;
create policy own_space on draft_reference using (space = current_setting('frontlist.space', true));
alter table draft_asset enable row level security;
alter table draft_asset force row level security;
create policy own_space on draft_asset using (space = current_setting('frontlist.space', true));
alter table live_value enable row level security;
alter table live_value force row level security;
create policy own_space on live_value using (space = current_setting('frontlist.space', true));
alter table model_change enable row level security;
alter table model_change force row level security;
create policy own_space on model_change using (space = current_setting('frontlist.space', true));
alter table variant enable row level security;
alter table variant force row level security;
create policy own_space on variant using (space = current_setting('frontlist.space', true));
alter table activity enable row level security;
alter table activity force row level security;
create policy own_space on activity using (space = current_setting('frontlist.space', true));
alter table publication enable row level security;
alter table publication force row level security;
create policy own_space on publication using (space = current_setting('frontlist.space', true));
alter table publication_variant enable row level security;
alter table publication_variant force row level security;
create policy own_space on publication_variant using (space = current_setting('frontlist.space', true));
alter table publication_reference enable row level security;
alter table publication_reference force row level security;
create policy own_space on publication_reference using (space = current_setting('frontlist.space', true));
alter table publication_asset enable row level security;
alter table publication_asset force row level security;
create policy own_space on publication_asset using (space = current_setting('frontlist.space', true));
alter table query_entry enable row level security;
alter table query_entry force row level security;
create policy own_space on query_entry using (space = current_setting('frontlist.space', true));
alter table query_posting enable row level security;
alter table query_posting force row level security;
create policy own_space on query_posting using (space = current_setting('frontlist.space', true));
alter table asset enable row level security;
alter table asset force row level security;
create policy own_space on asset using (space = current_setting('frontlist.space', true));
alter table asset_former enable row level security;
alter table asset_former force row level security;
create policy own_space on asset_former using (space = current_setting('frontlist.space', true));
select set_config('frontlist.space', 'x94caumakF7eUA9Gc1HW', false);
insert into "schema_migration" ("name", "timestamp") values ('0001-first-release', '2026-11-30T06:04:25.071Z');
insert into "schema_migration_lock" ("id", "is_locked") values ('migration_lock', 0);
insert into "space" ("id", "slug", "name", "revision", "created_at", "content_revision", "model_revision", "next_number") values ('x94caumakF7eUA9Gc1HW', 'main', 'main', 1, 1796018665076, 2, 1, 2);
insert into "space_activity" ("space", "id", "at", "by", "action", "detail") values ('x94caumakF7eUA9Gc1HW', 1, 1796018665076, '{"kind":"command","name":"frontlist spaces create"}', 'space.create', '{"name":"main","slug":"main"}');
insert into "space_activity" ("space", "id", "at", "by", "action", "detail") values ('x94caumakF7eUA9Gc1HW', 2, 1796018666576, '{"kind":"command","name":"frontlist users create"}', 'member.join', '{"email":"owner@example.com","role":"owner"}');
insert into "space_activity" ("space", "id", "at", "by", "action", "detail") values ('x94caumakF7eUA9Gc1HW', 3, 1796018667215, '{"kind":"command","name":"frontlist keys create"}', 'key.create', '{"key":"p9T3w6pzyIU2H32BJXRn","name":"site"}');
insert into "user" ("id", "email", "created_at", "updated_at") values ('8nUGuY8YOuPo6ZJ9fbNt', 'owner@example.com', 1796018666576, 1796018666576);
insert into "credential" ("user", "password", "created_at", "updated_at") values ('8nUGuY8YOuPo6ZJ9fbNt', '$argon2id$v=19$m=19456,t=2,p=1$4/HEbup/0o8Y5RbC8z6G8Phse3DjuoFY7eO7+xZcyFg$qK9fMtiJ4m5p8J7UugNPR2giJeIpHyjV/3+xtFd4HKs', 1796018666576, 1796018666576);
insert into "member" ("space", "user", "role", "created_at") values ('x94caumakF7eUA9Gc1HW', '8nUGuY8YOuPo6ZJ9fbNt', 'owner', 1796018666576);
insert into "api_key" ("space", "id", "name", "prefix", "scopes", "created_at", "created_by", "updated_at", "expires_at", "last_used_at", "revoked_at") values ('x94caumakF7eUA9Gc1HW', 'p9T3w6pzyIU2H32BJXRn', 'site', 'flst_wWxdBJy', '["content.read","schema.read"]', 1796018667215, 'command line', 1796018667215, 1827554667215, 1796018669592, null);
insert into "api_key_secret" ("hash", "space", "key", "valid_until") values ('5f61d551bc9c331e1743aec54642c469cc3c7cb84d4bed20074106bde44345ab', 'x94caumakF7eUA9Gc1HW', 'p9T3w6pzyIU2H32BJXRn', null);
insert into "key_revision" ("space", "revision") values ('x94caumakF7eUA9Gc1HW', 1);
insert into "collection" ("space", "api_name", "name", "fields", "title_field", "indexed_model", "kind", "model_version", "settings") values ('x94caumakF7eUA9Gc1HW', 'authors', 'Authors', '[{"apiName":"name","type":"text"}]', null, '
[{"apiName":"name","type":"text"}]', 'collection', 1, '{}');
insert into "collection" ("space", "api_name", "name", "fields", "title_field", "indexed_model", "kind", "model_version", "settings") values ('x94caumakF7eUA9Gc1HW', 'posts', 'Posts', '[{"apiName":"title","type":"text"},{"apiName":"body","type":"richText"},{"apiName":"price","type":"number","unique":true},{"apiName":"author","type":"reference","to":["authors"]},{"apiName":"cover","type":"asset"}]', null, '
[{"apiName":"title","type":"text"},{"apiName":"body","type":"richText"},{"apiName":"price","type":"number","unique":true},{"apiName":"author","type":"reference","to":["authors"]},{"apiName":"cover","type":"asset"}]', 'collection', 1, '{}');
insert into "variant" ("space", "id", "name", "kind") values ('x94caumakF7eUA9Gc1HW', 'de', 'de', 'audience');
insert into "entry" ("space", "id", "collection", "slug", "data", "variants", "draft_version", "path_versions", "title", "title_key", "search", "picture", "problems", "state", "published_at", "created_at", "created_by", "updated_at", "updated_by", "archived_at") values ('x94caumakF7eUA9Gc1HW', 'ann', 'authors', 'ann', '{"name":"Ann"}', null, 1, '{}', 'Ann', 'ann', 'ann
ann', null, 0, 'live', 1796018665773, 1796018665773, '{"kind":"import","name":"frontlist import"}', 1796018665773, '{"kind":"import","name":"frontlist import"}', null);
insert into "entry" ("space", "id", "collection", "slug", "data", "variants", "draft_version", "path_versions", "title", "title_key", "search", "picture", "problems", "state", "published_at", "created_at", "created_by", "updated_at", "updated_by", "archived_at") values ('x94caumakF7eUA9Gc1HW', 'draft', 'posts', 'ebb', '{"title":"Ebb",
"body":null,
"price":null,
"author":null,
"cover":null}', null, 1, '{}', 'Ebb', 'ebb', 'ebb
ebb', null, 0, 'draft', null, 1796018665773, '{"kind":"import","name":"frontlist import"}', 1796018665773, '{"kind":"import","name":"frontlist import"}', null);
insert into "entry" ("space", "id", "collection", "slug", "data", "variants", "draft_version", "path_versions", "title", "title_key", "search", "picture", "problems", "state", "published_at", "created_at", "created_by", "updated_at", "updated_by", "archived_at") values ('x94caumakF7eUA9Gc1HW', 'live', 'posts', 'tide-tables', '{"title":"Tide Tables, again",
"body":"<p>High water at noon.</p>",
"price":1.5,
"author":{"id":"ann"},
"cover":{"id":"cover"}}', '{"de":{"title":"Gezeitentafeln"}}', 2, '{"/data/title":2}', 'Tide Tables, again', 'tide tables, again', 'tide tables, again
tide-tables', null, 0, 'changed', 1796018665773, 1796018665773, '{"kind":"import","name":"frontlist import"}', 1796018668357, '{"kind":"user","name":"owner@example.com"}', null);
insert into "entry_version" ("space", "entry", "draft_version", "started_at", "at", "by", "reason", "names", "sealed", "kept_until", "slug", "data", "variants", "earlier") values ('x94caumakF7eUA9Gc1HW', 'draft', 1, 1796018665773, 1796018665773, '{"kind":"import","name":"frontlist import"}', 'import', '[]', 1, null, null, null, null, null);
insert into "entry_version" ("space", "entry", "draft_version", "started_at", "at", "by", "reason", "names", "sealed", "kept_until", "slug", "data", "variants", "earlier") values ('x94caumakF7eUA9Gc1HW', 'live', 1, 1796018665773, 1796018665773, '{"kind":"import","name":"frontlist import"}', 'import', '[]', 1, null, 'tide-tables', '{"title":"Tide Tables",
"body":"<p>High water at noon.</p>",
"price":1.5,
"author":{"id":"ann"},
"cover":{"id":"cover"}}', '{"de":{"title":"Gezeitentafeln"}}', null);
insert into "entry_version" ("space", "entry", "draft_version", "started_at", "at", "by", "reason", "names", "sealed", "kept_until", "slug", "data", "variants", "earlier") values ('x94caumakF7eUA9Gc1HW', 'live', 2, 1796018668357, 1796018668357, '{"kind":"user","name":"owner@example.com"}', 'edit', '["/data/title"]', 0, null, null, null, null, null);
insert into "draft_reference" ("space", "target", "entry", "path") values ('x94caumakF7eUA9Gc1HW', 'ann', 'live', '/data/author');
insert into "draft_asset" ("space", "asset", "entry") values ('x94caumakF7eUA9Gc1HW', 'cover', 'live');
insert into "schedule" ("space", "entry", "draft_version", "publish_at", "unpublish_at", "due_at", "state", "reason", "created_at", "created_by", "problems", "group_entry") values ('x94caumakF7eUA9Gc1HW', 'draft', 1, 32503680000000, null, 32503680000000, 'pending', null, 1796018668392, '{"kind":"user","name":"owner@example.com"}', null, null);
insert into "activity" ("space", "id", "at", "by", "action", "entry", "collection", "version", "detail") values ('x94caumakF7eUA9Gc1HW', 1, 1796018665850, '{"kind":"import","name":"frontlist import"}', 'import', null, null, null, '{"created":3,"changed":0,"removed":0}');
insert into "activity" ("space", "id", "at", "by", "action", "entry", "collection", "version", "detail") values ('x94caumakF7eUA9Gc1HW', 2, 1796018668357, '{"kind":"user","name":"owner@example.com"}', 'edit', 'live', 'posts', 'd2', null);
insert into "activity" ("space", "id", "at", "by", "action", "entry", "collection", "version", "detail") values ('x94caumakF7eUA9Gc1HW', 3, 1796018668392, '{"kind":"user","name":"owner@example.com"}', 'schedule', 'draft', 'posts', 'd1', '{"publishAt":"2026-12-01T06:04:28.388Z","unpublishAt":null}');
insert into "publication" ("space", "entry", "from_revision", "to_revision", "collection", "slug", "version", "first_published_at", "published_at", "refs", "data", "draft_version", "published_by", "written") values ('x94caumakF7eUA9Gc1HW', 'ann', 1, null, 'authors', 'ann', 1, 1796018665773, 1796018665773, null, '{"name":"Ann"}', 1, '{"kind":"import","name":"frontlist import"}', null);
insert into "publication" ("space", "entry", "from_revision", "to_revision", "collection", "slug", "version", "first_published_at", "published_at", "refs", "data", "draft_version", "published_by", "written") values ('x94caumakF7eUA9Gc1HW', 'live', 1, null, 'posts', 'tide-tables', 1, 1796018665773, 1796018665773, '[[3,"ann"]]', '{"title":"Tide Tables",
"body":"<p>High water at noon.</p>",
"price":1.5,
"author":{"id":"ann"},
"cover":{"url":"\/assets/x94caumakF7eUA9Gc1HW/9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941/cover.txt","title":"Cover","contentType":"text/plain","width":null,"height":null,"size":9,"id":"cover","filename":"cover.txt","alt":null,"focalPoint":null,"thumbhash":null}}', 1, '{"kind":"import","name":"frontlist import"}', '{"cover":{"id":"cover"}}');
insert into "publication_variant" ("space", "entry", "from_revision", "variant", "refs", "data", "written") values ('x94caumakF7eUA9Gc1HW', 'live', 1, 'de', null, '{"title":"Gezeitentafeln"}', null);
insert into "publication_reference" ("space", "target", "entry") values ('x94caumakF7eUA9Gc1HW', 'ann', 'live');
insert into "publication_asset" ("space", "entry", "asset", "blob", "filename", "names_former") values ('x94caumakF7eUA9Gc1HW', 'live', 'cover', '9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 'cover.txt', 0);
insert into "live_value" ("space", "collection", "field", "value", "entry") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '1.5', 'live');
insert into "query_entry" ("space", "entry", "number") values ('x94caumakF7eUA9Gc1HW', 'ann', 0);
insert into "query_entry" ("space", "entry", "number") values ('x94caumakF7eUA9Gc1HW', 'live', 1);
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', '\x01c27a22b0df92d000', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', '\x0300', 0, 1, '\x010000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', '\x01616e6e', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', '\x0300', 0, 1, '\x0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@live', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', '\x01c27a22b0df92d000', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', '\x0300', 0, 1, '\x010000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug', '', '\x01616e6e', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', '\x01616e6e00010000', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', '\x0300', 0, 1, '\x0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', '\x00', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', '\x01616e6e0001000117239b6e250110330eda64a29c610bf1', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', '\x0300', 0, 1, '\x0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '~name', '', '\x01616e6e', 0, 1, '\x0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', '\x01c27a22b0df92d000', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', '\x0300', 0, 1, '\x020000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', '\x016c697665', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', '\x0300', 0, 1, '\x0200000000000000000040995d1adb42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@live', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', '\x01c27a22b0df92d000', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', '\x0300', 0, 1, '\x020000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug', '', '\x01746964652d7461626c6573', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', '\x01746964652d7461626c657300010000', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', '\x0300', 0, 1, '\x0200000000000000205d4b19591add42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'author', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'author', '', '\x01616e6e', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'body', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'cover', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', '\x01bff8000000000000', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', '\x0300', 0, 1, '\x0200000000000000000000000000f83f');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', '\x0174696465207461626c65730001000175bfefbbda2310189f654d6c6813499c', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', '\x0300', 0, 1, '\x0200000000000000201d4819591add42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', '\x00', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', '\x0167657a656974656e746166656c6e0001000172981c29021162e09f5ca0bbc8fd55f5', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', '\x02', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', '\x0300', 0, 1, '\x0200000000000000205d5a995ed9d942');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', '\x016174', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', '\x0168696768', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', '\x016e6f6f6e', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', '\x017761746572', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', '', '\x017461626c6573', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', '', '\x0174696465', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', 'de', '\x0167657a656974656e746166656c6e', 0, 1, '\x0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', 'de', '\x02', 0, 1, '\x0100');
insert into "blob" ("sha256", "size", "content_type", "width", "height", "thumbhash", "stored_at", "removing", "frames", "unreadable") values ('9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 9, 'application/octet-stream', null, null, null, 1796018665731, null, null, 0);
insert into "blob_use" ("sha256", "space") values ('9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 'x94caumakF7eUA9Gc1HW');
insert into "asset_store" ("id", "confirmed_at") values ('01fjAuFKVS0BiL5yeCZ9', 1796018665743);
insert into "asset" ("space", "id", "blob", "filename", "title", "alt", "focal_x", "focal_y", "filename_key", "search", "created_at", "created_by", "updated_at", "updated_by", "was_delivered") values ('x94caumakF7eUA9Gc1HW', 'cover', '9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 'cover.txt', 'Cover', null, null, null, 'cover.txt', 'cover.txt
cover', 1796018665830, '{"kind":"import","name":"frontlist import"}', 1796018665830, '{"kind":"import","name":"frontlist import"}', 1);
