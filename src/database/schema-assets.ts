// Kysely's types of the tables of files. An asset is a space's record of a file; a blob is its bytes, which spaces share.

/** Milliseconds since 1970. */
type Milliseconds = number
type JsonText = string
type Flag = 0 | 1

/** Bytes, stored once per SHA-256. They belong to no space. */
export interface BlobTable {
  /** In hexadecimal. */
  sha256: string
  size: number
  /** The type of the bytes themselves. The type of a delivered asset depends on its file name too. */
  content_type: string
  /** The width of an image, after applying its EXIF orientation. */
  width: number | null
  height: number | null
  /** Base64. Null if there is none, or none yet. */
  thumbhash: string | null
  /** The number of frames of an image, 1 for a still one. Null for other files. */
  frames: number | null
  /** 1 if the image could not be decoded. */
  unreadable: Flag
  /** The time at which it was stored or last named by an asset. It is not removed within 24 hours of that. */
  stored_at: Milliseconds
  /** The time at which its removal began. An upload of the same bytes waits until file and row are deleted. */
  removing: Milliseconds | null
}

/** The spaces that have an asset of these bytes. Without row level security, so that queries see all spaces. */
export interface BlobUseTable {
  sha256: string
  space: string
}

/** The ids of the stores that this database uses: one that is confirmed, or one that is being set up. */
export interface AssetStoreTable {
  id: string
  /** Null until the id is written to the store. */
  confirmed_at: Milliseconds | null
}

export interface AssetTable {
  space: string
  id: string
  /** The SHA-256 of its bytes. */
  blob: string
  filename: string
  title: string | null
  alt: string | null
  /** From 0 to 1, with two decimals. Both coordinates are set, or neither. */
  focal_x: number | null
  focal_y: number | null
  /** The case-folded file name, for sorting. */
  filename_key: string
  /** The case-folded file name and title, for searching. */
  search: string
  created_at: Milliseconds
  created_by: JsonText | null
  updated_at: Milliseconds
  updated_by: JsonText | null
  /** 1 if live content has shown the asset at its current address. */
  was_delivered: Flag
}

/** The assets that live publications and their overlays show. */
export interface PublicationAssetTable {
  space: string
  entry: string
  /** The asset with this id may not exist. */
  asset: string
  /** Null if the asset does not exist. */
  blob: string | null
  filename: string | null
  /** 1 if a text of the entry contains a former address of the asset. */
  names_former: Flag
}

/** The assets that drafts and scheduled drafts name. */
export interface DraftAssetTable {
  space: string
  /** The asset with this id may not exist. */
  asset: string
  entry: string
}

/** The addresses that assets had before their files were replaced. */
export interface AssetFormerTable {
  space: string
  sha256: string
  filename: string
  asset: string
  replaced_at: Milliseconds
  /** 1 if live content has shown the asset at this address. */
  was_delivered: Flag
}
