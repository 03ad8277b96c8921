// What `npm run dashboard` leaves behind and the server serves: the document and its assets, compressed once.

export interface PackedAsset {
  /** With a hash of the content in its name: an asset at a path never changes. */
  readonly path: string
  readonly type: string
  /** Base64, as are the encoded forms. */
  readonly plain: string
  readonly br: string
  readonly gzip: string
}

export interface DashboardPack {
  /** A hash of what it was made of. */
  readonly sources: string
  /** With `{{nonce}}` and `{{status}}` where those of an answer go. */
  readonly html: string
  readonly assets: readonly PackedAsset[]
}
