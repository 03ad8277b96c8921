// Caches the model of each space in use, to bind queries to it.
import type { SpaceId } from '../base/ids.ts'
import type { Database, Reads } from '../database/database.ts'
import { SpaceModel } from '../query/bind/space-model.ts'
import { listModels } from './store/collections.store.ts'
import { readRevision } from './store/published-entries.store.ts'
import { readModelRevision } from './store/query-index.store.ts'

/** A model and the revision of its last change. */
export interface ModelVersion {
  readonly model: SpaceModel
  readonly modelRevision: number
  /** API names of the collections. */
  readonly names: readonly string[]
}

interface CachedModel extends ModelVersion {
  readonly epoch: number
  validThrough: number
}

/** The limit of cached models, beyond which the space that was read first is dropped. */
const spacesMax = 200

export class SpaceModels {
  readonly #database: Pick<Database, 'snapshot' | 'versions'>
  readonly #cached = new Map<SpaceId, CachedModel>()

  constructor(database: Pick<Database, 'snapshot' | 'versions'>) {
    this.#database = database
  }

  /** Returns the newest model that this node knows. */
  async current(space: SpaceId): Promise<ModelVersion> {
    const { snapshot, versions } = this.#database
    const now = versions.current(space) ?? (await versions.of(space))
    const cached = this.#cached.get(space)
    if (now !== null && cached?.epoch === now.epoch && cached.validThrough >= now.revision) return cached
    return snapshot(
      space,
      async reads => {
        const validThrough = await readRevision(reads, space)
        const modelRevision = await readModelRevision(reads, space)
        const isSame = now !== null && cached?.epoch === now.epoch && cached.modelRevision === modelRevision
        const { model, names } = isSame ? cached : await readModel(reads, space)
        const read = { model, names, modelRevision, epoch: now?.epoch ?? -1, validThrough }
        if (now !== null) this.#keep(space, read)
        return read
      },
      now?.revision,
    )
  }

  /** Checks whether the model is known to be that of a revision, which this node has reached. */
  isOfModelAt(space: SpaceId, modelRevision: number, revision: number): boolean {
    const cached = this.#cached.get(space)
    return cached?.modelRevision === modelRevision && cached.validThrough >= revision
  }

  /** Must be called when a snapshot has shown that the model is no longer the newest. */
  forget(space: SpaceId): void {
    this.#cached.delete(space)
  }

  #keep(space: SpaceId, read: CachedModel): void {
    this.#cached.delete(space)
    this.#cached.set(space, read)
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= spacesMax) break
      this.#cached.delete(oldest)
    }
  }
}

async function readModel(reads: Reads, space: SpaceId): Promise<Pick<ModelVersion, 'model' | 'names'>> {
  const collections = await listModels(reads, space)
  return { model: new SpaceModel(collections), names: collections.map(({ apiName }) => apiName) }
}
