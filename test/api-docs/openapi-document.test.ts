// The OpenAPI document as others read it: two validators accept it, and each example is what its schema allows.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApi } from '../kit/app/open-api.ts'
import { longTestMs } from '../kit/fuzz.ts'

// The document has half a megabyte, and the machine may be busy.
setDefaultTimeout(longTestMs)

type Node = Readonly<Record<string, unknown>>

const copyOfDocument = () => structuredClone(openApi) as unknown as Node

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...openApi })

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const toPointer = (path: readonly string[]) =>
  path.map(key => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

interface Example {
  /** Where the schema stands. */
  readonly schema: readonly string[]
  readonly value: unknown
}

/** Examples of schemas, and of parameters, headers and bodies, which have their schema beside them. */
function examplesIn(node: unknown, path: readonly string[] = []): Example[] {
  if (!isNode(node)) return []
  const schema = isNode(node.schema) ? [...path, 'schema'] : path
  const isProperty = path.at(-1) === 'properties'
  const isExample = path.includes('example') || path.includes('examples')
  if (isExample) return []
  const own: Example[] = []
  if (!isProperty && 'example' in node) own.push({ schema, value: node.example })
  if (!isProperty && Array.isArray(node.examples))
    own.push(...node.examples.map(value => ({ schema: path, value })))
  else if (!isProperty && isNode(node.examples))
    own.push(...Object.values(node.examples).map(each => ({ schema, value: (each as Node).value })))
  return [...own, ...Object.entries(node).flatMap(([key, value]) => examplesIn(value, [...path, key]))]
}

const validators = new Map<string, ValidateFunction>()

function errorOf({ schema, value }: Example): string | null {
  const found = schema.reduce<unknown>((node, key) => (node as Node)[key], openApi)
  const reference = isNode(found) && typeof found.$ref === 'string' ? found.$ref : `#${toPointer(schema)}`
  const validate = validators.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` })
  validators.set(reference, validate)
  return validate(value) ? null : `${schema.join(' > ')}: ${ajv.errorsText(validate.errors)}`
}

describe('the OpenAPI document', () => {
  test('names its licence by the identifier that SPDX has for it', () => {
    expect((openApi as unknown as { info: Node }).info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  })

  test('is valid for swagger-parser, which refuses one whose licence is a name alone', async () => {
    await SwaggerParser.validate(copyOfDocument() as never)
    const faulty = copyOfDocument()
    ;(faulty.info as { license: object }).license = { name: 'MIT' }
    expect(SwaggerParser.validate(faulty as never)).rejects.toThrow('license')
  })

  test('is valid for openapi-schema-validator, which refuses one without a title', async () => {
    expect(await new Validator().validate(copyOfDocument())).toEqual({ valid: true })
    const faulty = copyOfDocument()
    delete (faulty.info as { title?: string }).title
    expect(await new Validator().validate(faulty)).toMatchObject({ valid: false })
  })

  test(
    'has examples that fit their schemas, each of them',
    () => {
      const examples = examplesIn(openApi)
      expect(examples.length).toBeGreaterThan(50)
      expect(examples.map(errorOf).filter(error => error !== null)).toEqual([])
    },
    longTestMs,
  )

  test('would not pass with an example that its schema refuses', () => {
    expect(errorOf({ schema: ['components', 'schemas', 'Entry'], value: { id: 1 } })).toContain(
      'must have required property',
    )
  })
})
