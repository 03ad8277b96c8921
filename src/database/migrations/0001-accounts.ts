// Spaces, their users and API keys.
export const accountTables = `
  create table space (
    id text not null primary key,
    slug text not null unique,
    name text not null,
    revision bigint not null,
    created_at bigint not null,
    content_revision bigint not null default 0,
    model_revision bigint not null default 0,
    next_number bigint not null default 0
  );

  create table space_activity (
    space text not null,
    id bigint not null,
    at bigint not null,
    "by" text,
    action text not null,
    detail text,
    constraint space_activity_key primary key (space, id)
  );

  create table "user" (
    id text not null primary key,
    email text not null unique,
    created_at bigint not null,
    updated_at bigint not null
  );

  create table credential (
    "user" text not null primary key references "user" (id) on delete cascade,
    password text not null,
    created_at bigint not null,
    updated_at bigint not null
  );

  create table setup_token (
    hash text not null primary key,
    created_at bigint not null
  );

  create table session (
    id text not null primary key,
    token text not null unique,
    "user" text not null references "user" (id) on delete cascade,
    space text,
    expires_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  );
  create index "session_user" on session ("user");
  create index session_expiry on session (expires_at);

  create table sign_in_failure (
    subject text not null,
    at bigint not null,
    id text not null,
    constraint sign_in_failure_key primary key (subject, at, id)
  );
  create index sign_in_failure_age on sign_in_failure (at);

  create table member (
    space text not null references space (id),
    "user" text not null references "user" (id) on delete cascade,
    role text not null,
    created_at bigint not null,
    constraint member_key primary key (space, "user")
  );
  create index member_user on member ("user", created_at);

  create table invitation (
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
  create unique index invitation_email on invitation (space, email);
  create unique index invitation_hash on invitation (hash);

  create table api_key (
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
  create index api_key_newest on api_key (space, created_at desc, id);

  -- In a table of its own, because two secrets of a key are valid for a while after a rotation.
  create table api_key_secret (
    hash text not null primary key,
    space text not null,
    key text not null,
    valid_until bigint,
    constraint api_key_secret_key foreign key (space, key) references api_key (space, id)
  );
  create index api_key_secret_of_key on api_key_secret (space, key);

  -- In a table of its own, because an import locks the row of the space, and keys must be revocable meanwhile.
  create table key_revision (
    space text not null primary key references space (id),
    revision bigint not null
  );
`
