// Files. A blob is bytes, which spaces share; an asset is what one space knows of a file.
export const assetTables = `
  create table blob (
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
  create index blob_stored on blob (stored_at);

  create table blob_use (
    sha256 text not null,
    space text not null,
    constraint blob_use_key primary key (sha256, space)
  );

  create table asset_store (
    id text not null,
    confirmed_at bigint,
    constraint asset_store_key primary key (id)
  );

  create table asset (
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
  create index asset_blob on asset (space, blob, created_at, id);
  create index asset_created on asset (space, created_at, id);

  create table asset_former (
    space text not null,
    sha256 text not null,
    filename text not null,
    asset text not null,
    replaced_at bigint not null,
    was_delivered integer not null,
    constraint asset_former_key primary key (space, sha256, filename, asset)
  );
  create index asset_former_asset on asset_former (space, asset);
`
