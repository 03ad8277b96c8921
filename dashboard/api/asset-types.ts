// The files of a space, as the management API describes them.
import type { By } from '../../src/base/by.ts'
import type { EntryState } from '../../src/content/model.ts'

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export interface AssetItemView {
  readonly id: string
  readonly filename: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  readonly title: string | null
  readonly alt: string | null
  readonly focalPoint: FocalPoint | null
  readonly thumbhash: string | null
  readonly url: string
  readonly live: boolean
  readonly uses: number
  readonly createdAt: string
  readonly createdBy: By | null
  readonly updatedAt: string
  readonly updatedBy: By | null
}

export interface AssetUseView {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly title: string | null
  readonly state: EntryState
  readonly live: boolean
  readonly draft: boolean
  readonly paths: readonly string[]
}

export interface AssetView extends AssetItemView {
  readonly usedBy: readonly AssetUseView[]
}

export interface AssetsQuery {
  readonly type?: 'image' | 'media' | 'document'
  readonly sort: 'createdAt' | '-createdAt' | 'filename' | '-filename' | 'size' | '-size'
}
