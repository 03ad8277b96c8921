// Kysely's types of the tables of files. An asset is what a space knows of a file; a blob is the bytes, which spaces share.
import type { Generated } from 'kysely'

/** Milliseconds since 1970. */
type Milliseconds = number
type JsonText = string
type Flag = 0 | 1

/** Belongs to no space: the bytes of a SHA-256 are stored once. */
export interface BlobTable {
  /** In hexadecimal. */
  sha256: string
  size: number
  /** What the bytes are by themselves; how an asset is delivered depends on its file name too. */
  content_type: string
  /** Of pictures, after their EXIF orientation. */
  width: number | null
  height: number | null
  /** Base64. Null if there is none, or none yet. */
  thumbhash: string | null
  /** Of pictures: 1 for a still one. Null for other files, and as long as nobody has looked. */
  frames: number | null
  /** Whether a trial has shown that the picture cannot be decoded. */
  unreadable: Generated<Flag>
  /** When it was stored, or named by an asset for the last time: it is not removed within 24 hours of that. */
  stored_at: Milliseconds
  /** When its removal began. An upload of the same bytes waits until file and row are gone. */
  removing: Milliseconds | null
}

/** A row for each space that has an asset of these bytes: without row level security, so that it can be asked of all. */
export interface BlobUseTable {
  sha256: string
  space: string
}

/** The ids of the stores that this database knows: one that is confirmed, or one that is being set up. */
export interface AssetStoreTable {
  id: string
  /** Null until the id lies in the store. */
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
  /** From 0 to 1, with two decimals; both or neither. */
  focal_x: number | null
  focal_y: number | null
  /** The file name folded, to sort by. */
  filename_key: string
  /** File name and title folded, to search in. */
  search: string
  created_at: Milliseconds
  created_by: JsonText | null
  updated_at: Milliseconds
  updated_by: JsonText | null
  /** Whether live content has shown it at the address that it has now. */
  was_delivered: Generated<Flag>
}

/** What live publications and their overlays show. */
export interface PublicationAssetTable {
  space: string
  entry: string
  /** The asset with this id may not exist. */
  asset: string
  /** Null if the asset does not exist. */
  blob: string | null
  filename: string | null
  /** Whether a text of the entry names an address that the asset had. */
  names_former: Generated<Flag>
}

/** What drafts and scheduled drafts name. */
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
  /** Whether live content had shown the asset there. */
  was_delivered: Generated<Flag>
}
