// The scopes of API keys, of three kinds. A key has scopes of one kind and keeps it, so a key that is part of a public
// page never becomes one that writes.

export const scopesByKind = {
  delivery: ['content.read', 'schema.read'],
  management: ['draft.read', 'content.write', 'content.publish', 'model.write'],
  preview: ['content.preview'],
} as const

export type ScopeKind = keyof typeof scopesByKind
export type DeliveryScope = (typeof scopesByKind.delivery)[number]
export type ManagementScope = (typeof scopesByKind.management)[number]
export type PreviewScope = (typeof scopesByKind.preview)[number]
export type Scope = DeliveryScope | ManagementScope | PreviewScope

export const scopes: readonly [Scope, ...Scope[]] = [
  ...scopesByKind.delivery,
  ...scopesByKind.management,
  ...scopesByKind.preview,
]
export const scopeKinds = Object.keys(scopesByKind) as readonly ScopeKind[]

export function kindOf(scope: Scope): ScopeKind {
  return scopeKinds.find(kind => scopesByKind[kind].some(known => known === scope))!
}

/** Describes a kind with its scopes, for messages. */
export function describeKind(kind: ScopeKind): string {
  return `${kind} scopes (${scopesByKind[kind].join(', ')})`
}
