// A request to replay, and the caller that sends it.
export type Caller = 'none' | 'key' | 'schemaKey' | 'otherKey' | 'owner' | 'admin' | 'member'

export interface ReplayRequest {
  readonly method: string
  readonly path: string
  readonly caller: Caller
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
