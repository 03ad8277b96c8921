// What `npm run dashboard` leaves behind and the server serves: the documents and their assets, compressed once.

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
  /** The page at `/docs`, which is bundled with the dashboard. */
  readonly apiDocsHtml: string
  readonly assets: readonly PackedAsset[]
}
