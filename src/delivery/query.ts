// What can be asked of the content, as typed values: parameters are parsed before, defaults are in.

export interface Resolution {
  readonly depth: number
  readonly variants: readonly string[]
}

export interface ListQuery extends Resolution {
  readonly collection: string | null
  readonly page: number
  readonly perPage: number
}

export interface EntryQuery extends Resolution {
  readonly collection: string | null
  readonly slug: string | null
}
