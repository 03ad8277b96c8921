// The table of rights: who has which, by role and by scope, as authoring is specified.
import { describe, expect, test } from 'bun:test'
import { assertRights } from '../../src/access/access-problems.ts'
import { type ContentRight, type Right, rightsOf, scopeFor } from '../../src/access/rights.ts'
import { type KeyCaller, type Member, type Role, roles } from '../../src/base/caller.ts'
import { Problem } from '../../src/base/errors.ts'
import { toSpaceId } from '../../src/base/ids.ts'
import { type Scope, scopes } from '../../src/base/scopes.ts'

const byRole: Readonly<Record<Role, readonly Right[]>> = {
  owner: [
    ...['read', 'write', 'publish', 'model', 'keys.manage', 'members.manage'],
    ...['spaces.create', 'views.manage', 'previews.manage', 'spaces.change'],
  ] as Right[],
  admin: [
    'read',
    'write',
    'publish',
    'model',
    'keys.manage',
    'members.manage',
    'views.manage',
    'previews.manage',
    'spaces.change',
  ],
  editor: ['read', 'write', 'publish'],
  author: ['read', 'write'],
  member: ['read'],
}

const byScope: Readonly<Record<Scope, readonly Right[]>> = {
  'content.read': [],
  'schema.read': [],
  'draft.read': ['read'],
  'content.write': ['read', 'write'],
  'content.publish': ['read', 'publish'],
  'model.write': ['read', 'model'],
  'content.preview': [],
}

const space = toSpaceId('space')
const member = (role: Role): Member => ({
  kind: 'user',
  ...{ sessionId: 's', userId: 'u', email: 'u@example.com', space, role },
})
const key = (...of: Scope[]): KeyCaller => ({
  kind: 'key',
  ...{ space, keyId: 'k', name: 'k', scopes: of, secretHash: '' },
})

describe('rights', () => {
  test.each(roles.map(role => [role, byRole[role]] as const))('are those of the role %s', (role, rights) => {
    expect(rightsOf(member(role))).toEqual(rights)
  })

  test.each(scopes.map(scope => [scope, byScope[scope]] as const))(
    'are those of the scope %s',
    (scope, rights) => {
      expect(rightsOf(key(scope))).toEqual(rights)
    },
  )

  test('of several scopes are those of each', () => {
    expect(rightsOf(key('content.write', 'content.publish'))).toEqual(['read', 'write', 'publish'])
    expect(rightsOf(key())).toEqual([])
  })

  test('name the least scope that gives them', () => {
    const named = (['read', 'write', 'publish', 'model'] satisfies ContentRight[]).map(scopeFor)
    expect(named).toEqual(['draft.read', 'content.write', 'content.publish', 'model.write'])
  })
})

describe('a caller without one of the rights', () => {
  const refusalOf = (...[caller, rights]: Parameters<typeof assertRights>) => {
    try {
      assertRights(caller, rights)
      return null
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return [error.code, error.detail, error.headers['WWW-Authenticate'] ?? null]
    }
  }

  test('is told the scopes that its key lacks, and in the header all that the request needs', () => {
    const both = ['write', 'publish'] as const
    expect(refusalOf(key('content.write', 'content.publish'), both)).toBeNull()
    for (const [scope, missing] of [
      ['draft.read', 'the scopes content.write and content.publish'],
      ['content.write', 'the scope content.publish'],
      ['content.publish', 'the scope content.write'],
    ] as const) {
      expect(refusalOf(key(scope), both)).toEqual([
        'insufficient_scope',
        `This API key does not have ${missing}.`,
        'Bearer error="insufficient_scope", scope="content.write content.publish"',
      ])
    }
  })

  test('is told the roles that have all of them', () => {
    expect(refusalOf(member('editor'), ['write', 'publish'])).toBeNull()
    expect(refusalOf(member('author'), ['write', 'publish'])).toEqual([
      'role_required',
      'This requires the role owner or admin or editor in the space.',
      null,
    ])
    expect(refusalOf(member('editor'), ['write', 'model'])).toEqual([
      'role_required',
      'This requires the role owner or admin in the space.',
      null,
    ])
  })
})
