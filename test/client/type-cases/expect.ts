// What the cases assert types with, and their client.
import type { Client } from '@frontlist/client'
import type { Model } from './model.ts'
import type { Model as TrustedModel } from './trusted-model.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles if both types are the same: `same<A, B>(true)`. */
export declare function same<A, B>(is: Same<A, B>): void
export declare function use(...values: unknown[]): void
export declare const client: Client<Model>
export declare const trusting: Client<TrustedModel>
