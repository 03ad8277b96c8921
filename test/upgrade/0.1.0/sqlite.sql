pragma application_id = 1181512564;
CREATE TABLE "schema_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "schema_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE space (
    id text not null primary key,
    slug text not null unique,
    name text not null,
    revision bigint not null,
    created_at bigint not null,
    content_revision bigint not null default 0,
    model_revision bigint not null default 0,
    next_number bigint not null default 0
  );
CREATE TABLE space_activity (
    space text not null,
    id bigint not null,
    at bigint not null,
    "by" text,
    action text not null,
    detail text,
    constraint space_activity_key primary key (space, id)
  );
CREATE TABLE "user" (
    id text not null primary key,
    email text not null unique,
    created_at bigint not null,
    updated_at bigint not null
  );
CREATE TABLE credential (
    "user" text not null primary key references "user" (id) on delete cascade,
    password text not null,
    created_at bigint not null,
    updated_at bigint not null
  );
CREATE TABLE setup_token (
    hash text not null primary key,
    created_at bigint not null
  );
CREATE TABLE session (
    id text not null primary key,
    token text not null unique,
    "user" text not null references "user" (id) on delete cascade,
    space text,
    expires_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  );
CREATE INDEX "session_user" on session ("user");
CREATE INDEX session_expiry on session (expires_at);
CREATE TABLE sign_in_failure (
    subject text not null,
    at bigint not null,
    id text not null,
    constraint sign_in_failure_key primary key (subject, at, id)
  );
CREATE INDEX sign_in_failure_age on sign_in_failure (at);
CREATE TABLE member (
    space text not null references space (id),
    "user" text not null references "user" (id) on delete cascade,
    role text not null,
    created_at bigint not null,
    constraint member_key primary key (space, "user")
  );
CREATE INDEX member_user on member ("user", created_at);
CREATE TABLE invitation (
    space text not null references space (id),
    id text not null,
    email text not null,
    role text not null,
    hash text not null,
    created_by text not null references "user" (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    constraint invitation_key primary key (space, id)
  );
CREATE UNIQUE INDEX invitation_email on invitation (space, email);
CREATE UNIQUE INDEX invitation_hash on invitation (hash);
CREATE TABLE api_key (
    space text not null references space (id),
    id text not null,
    name text not null,
    prefix text not null,
    scopes text not null,
    created_at bigint not null,
    created_by text not null,
    updated_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    constraint api_key_key primary key (space, id)
  );
CREATE INDEX api_key_newest on api_key (space, created_at desc, id);
CREATE TABLE api_key_secret (
    hash text not null primary key,
    space text not null,
    key text not null,
    valid_until bigint,
    constraint api_key_secret_key foreign key (space, key) references api_key (space, id)
  );
CREATE INDEX api_key_secret_of_key on api_key_secret (space, key);
CREATE TABLE key_revision (
    space text not null primary key references space (id),
    revision bigint not null
  );
CREATE TABLE collection (
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
CREATE TABLE model_change (
    space text not null,
    collection text not null,
    model_version integer not null,
    at bigint not null,
    "by" text,
    operations text not null,
    before text not null,
    constraint model_change_key primary key (space, collection, model_version)
  );
CREATE TABLE variant (
    space text not null,
    id text not null,
    name text not null,
    kind text not null,
    constraint variant_key primary key (space, id)
  );
CREATE TABLE entry (
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
    constraint entry_key primary key (space, id),
    constraint entry_collection foreign key (space, collection) references collection (space, api_name)
  );
CREATE UNIQUE INDEX entry_slug on entry (space, collection, slug) where archived_at is null;
CREATE INDEX entry_list on entry (space, collection, updated_at desc, id
    , state, problems, published_at, created_at, updated_by, title_key, slug, search);
CREATE INDEX entry_state on entry (space, collection, state, problems);
CREATE TABLE entry_version (
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
CREATE TABLE draft_reference (
    space text not null,
    target text not null,
    entry text not null,
    path text not null,
    constraint draft_reference_key primary key (space, target, entry, path)
  ) without rowid;
CREATE INDEX draft_reference_entry on draft_reference (space, entry);
CREATE TABLE draft_asset (
    space text not null,
    asset text not null,
    entry text not null,
    constraint draft_asset_key primary key (space, asset, entry)
  );
CREATE INDEX draft_asset_entry on draft_asset (space, entry);
CREATE TABLE schedule (
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
CREATE INDEX schedule_due on schedule (due_at) where due_at is not null;
CREATE INDEX schedule_group on schedule (space, group_entry);
CREATE TABLE activity (
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
CREATE INDEX activity_entry_id on activity (space, entry, id);
CREATE INDEX activity_by on activity (space, "by", id);
CREATE TABLE publication (
    space text not null references space (id),
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
CREATE UNIQUE INDEX publication_live_entry on publication (space, entry) where to_revision is null;
CREATE UNIQUE INDEX publication_live_slug on publication (space, collection, slug) where to_revision is null;
CREATE INDEX publication_live_order on publication (space, collection, published_at desc, entry)
    where to_revision is null;
CREATE INDEX publication_live_address on publication (space, entry, collection, slug) where to_revision is null;
CREATE INDEX publication_opened on publication (space, from_revision);
CREATE INDEX publication_closed on publication (space, to_revision) where to_revision is not null;
CREATE TABLE publication_variant (
    space text not null,
    entry text not null,
    from_revision bigint not null,
    variant text not null,
    refs text,
    data text not null,
    written text,
    constraint publication_variant_key primary key (space, entry, from_revision, variant)
  );
CREATE TABLE publication_reference (
    space text not null,
    target text not null,
    entry text not null,
    constraint publication_reference_key primary key (space, target, entry)
  ) without rowid;
CREATE TABLE publication_asset (
    space text not null,
    entry text not null,
    asset text not null,
    blob text,
    filename text,
    names_former integer not null,
    constraint publication_asset_key primary key (space, asset, entry)
  );
CREATE INDEX publication_asset_entry on publication_asset (space, entry);
CREATE INDEX publication_asset_file on publication_asset (space, blob, filename);
CREATE TABLE live_value (
    space text not null,
    collection text not null,
    field text not null,
    value text not null,
    entry text not null,
    constraint live_value_key primary key (space, collection, field, value, entry)
  ) without rowid;
CREATE INDEX live_value_entry on live_value (space, entry);
CREATE TABLE query_entry (
    space text not null,
    entry text not null,
    number integer not null,
    constraint query_entry_key primary key (space, entry),
    constraint query_entry_number unique (space, number)
  );
CREATE TABLE query_posting (
    space text not null,
    collection text not null,
    field text not null,
    variant text not null,
    key blob not null,
    chunk integer not null,
    count integer not null,
    numbers blob not null,
    constraint query_posting_key primary key (space, collection, field, variant, key, chunk)
  ) without rowid;
CREATE TABLE blob (
    sha256 text not null,
    size bigint not null,
    content_type text not null,
    width integer,
    height integer,
    thumbhash text,
    stored_at bigint not null,
    removing bigint,
    frames integer,
    unreadable integer not null,
    constraint blob_key primary key (sha256)
  );
CREATE INDEX blob_stored on blob (stored_at);
CREATE TABLE blob_use (
    sha256 text not null,
    space text not null,
    constraint blob_use_key primary key (sha256, space)
  );
CREATE TABLE asset_store (
    id text not null,
    confirmed_at bigint,
    constraint asset_store_key primary key (id)
  );
CREATE TABLE asset (
    space text not null,
    id text not null,
    blob text not null,
    filename text not null,
    title text,
    alt text,
    focal_x double precision,
    focal_y double precision,
    filename_key text not null,
    search text not null,
    created_at bigint not null,
    created_by text,
    updated_at bigint not null,
    updated_by text,
    was_delivered integer not null,
    constraint asset_key primary key (space, id)
  );
CREATE INDEX asset_blob on asset (space, blob, created_at, id);
CREATE INDEX asset_created on asset (space, created_at, id);
CREATE TABLE asset_former (
    space text not null,
    sha256 text not null,
    filename text not null,
    asset text not null,
    replaced_at bigint not null,
    was_delivered integer not null,
    constraint asset_former_key primary key (space, sha256, filename, asset)
  );
CREATE INDEX asset_former_asset on asset_former (space, asset);
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
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', x'01c27a22b0df92d000', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@firstPublishedAt', '', x'0300', 0, 1, x'010000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', x'01616e6e', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@id', '', x'0300', 0, 1, x'0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@live', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', x'01c27a22b0df92d000', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@publishedAt', '', x'0300', 0, 1, x'010000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug', '', x'01616e6e', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', x'01616e6e00010000', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '@slug~', '', x'0300', 0, 1, x'0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', x'00', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', x'01616e6e0001000117239b6e250110330eda64a29c610bf1', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', 'name', '', x'0300', 0, 1, x'0100000000000000000000809b5bd842');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'authors', '~name', '', x'01616e6e', 0, 1, x'0000');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', x'01c27a22b0df92d000', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@firstPublishedAt', '', x'0300', 0, 1, x'020000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', x'016c697665', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@id', '', x'0300', 0, 1, x'0200000000000000000040995d1adb42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@live', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', x'01c27a22b0df92d000', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@publishedAt', '', x'0300', 0, 1, x'020000000000000000d092dfb0227a42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug', '', x'01746964652d7461626c6573', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', x'01746964652d7461626c657300010000', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '@slug~', '', x'0300', 0, 1, x'0200000000000000205d4b19591add42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'author', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'author', '', x'01616e6e', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'body', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'cover', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', x'01bff8000000000000', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'price', '', x'0300', 0, 1, x'0200000000000000000000000000f83f');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', x'0174696465207461626c65730001000175bfefbbda2310189f654d6c6813499c', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', '', x'0300', 0, 1, x'0200000000000000201d4819591add42');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', x'00', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', x'0167657a656974656e746166656c6e0001000172981c29021162e09f5ca0bbc8fd55f5', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', x'02', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', 'title', 'de', x'0300', 0, 1, x'0200000000000000205d5a995ed9d942');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', x'016174', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', x'0168696768', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', x'016e6f6f6e', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~body', '', x'017761746572', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', '', x'017461626c6573', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', '', x'0174696465', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', 'de', x'0167657a656974656e746166656c6e', 0, 1, x'0100');
insert into "query_posting" ("space", "collection", "field", "variant", "key", "chunk", "count", "numbers") values ('x94caumakF7eUA9Gc1HW', 'posts', '~title', 'de', x'02', 0, 1, x'0100');
insert into "blob" ("sha256", "size", "content_type", "width", "height", "thumbhash", "stored_at", "removing", "frames", "unreadable") values ('9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 9, 'application/octet-stream', null, null, null, 1796018665731, null, null, 0);
insert into "blob_use" ("sha256", "space") values ('9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 'x94caumakF7eUA9Gc1HW');
insert into "asset_store" ("id", "confirmed_at") values ('01fjAuFKVS0BiL5yeCZ9', 1796018665743);
insert into "asset" ("space", "id", "blob", "filename", "title", "alt", "focal_x", "focal_y", "filename_key", "search", "created_at", "created_by", "updated_at", "updated_by", "was_delivered") values ('x94caumakF7eUA9Gc1HW', 'cover', '9da8787a5e79c81215ca0dbbc041f7d18f450732b258bc210f5ea967d9634941', 'cover.txt', 'Cover', null, null, null, 'cover.txt', 'cover.txt
cover', 1796018665830, '{"kind":"import","name":"frontlist import"}', 1796018665830, '{"kind":"import","name":"frontlist import"}', 1);
