// The output of `npm run dashboard`, which the server serves: the HTML documents and their assets, compressed once.

export interface PackedAsset {
  /** Contains a hash of the content: an asset at a given path never changes. */
  readonly path: string
  readonly type: string
  /** Base64, like the encoded forms. */
  readonly plain: string
  /** Null for fonts, which are compressed already. */
  readonly br: string | null
  readonly gzip: string | null
}

export interface DashboardPack {
  /** A hash of the source files. */
  readonly sources: string
  /**
   * HTML with the placeholders `{{nonce}}`, `{{status}}`, `{{mediaHosts}}` and `{{previewOrigins}}`, which are filled in for each
   * response.
   */
  readonly html: string
  /** The page at `/docs`, which is bundled with the dashboard. */
  readonly apiDocsHtml: string
  readonly assets: readonly PackedAsset[]
}
