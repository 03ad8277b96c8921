// A page that is not part of the product: inputs of the entry editor on their own, for tests in a browser. Which fields
// it shows, and with which values, is in the address after the #.
import '@mantine/core/styles.css'
import '../../../dashboard/style.css'
import '../../../dashboard/rich-text/rich-text.css'
import '../../../dashboard/rich-text/rich-text-lists.css'
import '../../../dashboard/rich-text/rich-text-parts.css'
import '../../../dashboard/fields/fields.css'
import { Button, MantineProvider, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSession } from '../../../dashboard/api/accounts/session.ts'
import { createQueryClient } from '../../../dashboard/api/query-client.ts'
import { SpaceContext } from '../../../dashboard/api/space.ts'
import type { FieldInputProps } from '../../../dashboard/fields/field-type.ts'
import { ListInput } from '../../../dashboard/fields/list/list-input.tsx'
import { ReferenceInput } from '../../../dashboard/fields/reference/reference-input.tsx'
import { fieldTypes } from '../../../dashboard/fields/registry.ts'
import { RichTextInput } from '../../../dashboard/fields/rich-text/rich-text-input.tsx'
import { cssVariables, theme } from '../../../dashboard/theme.ts'
import type { Field, Json } from '../../../src/content/values/model.ts'

interface ShownField {
  readonly field: Field
  readonly value: Json
  readonly readOnly?: boolean
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

function TextItem({ value, onChange, id, readOnly }: FieldInputProps) {
  return (
    <TextInput
      id={id}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
      readOnly={readOnly}
    />
  )
}

function Input(props: FieldInputProps) {
  const { field } = props
  if (field.type === 'richText') return <RichTextInput {...props} />
  const { itemKeys: keys, parseItem, findError } = fieldTypes[field.type]
  if (field.type === 'reference') return <ReferenceInput {...props} />
  const types = { keys, parse: parseItem, findError }
  return <ListInput {...props} item={TextItem} emptyItem="" {...types} />
}

function Page({ shown }: { readonly shown: readonly ShownField[] }) {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(
    Object.fromEntries(shown.map(({ field, value }) => [field.apiName, value])),
  )
  const [changes, setChanges] = useState(0)
  const [left, setLeft] = useState('')
  const [outside, setOutside] = useState('')
  const session = useSession()
  const space = session.data?.spaces.find(({ slug }) => slug === 'demo')
  if (!space) return null
  return (
    <SpaceContext value={space}>
      <h1>Inputs</h1>
      <Stack gap="lg" maw="45rem">
        {shown.map(({ field, readOnly = false }) => {
          const name = field.apiName
          return (
            <div key={name}>
              <Text id={`${name}-label`} fw={600}>
                {field.name}
              </Text>
              <Input
                field={field}
                value={values[name]}
                onChange={value => {
                  setValues(before => ({ ...before, [name]: value }))
                  setChanges(count => count + 1)
                }}
                onLeave={() => setLeft(name)}
                id={name}
                labelledBy={`${name}-label`}
                describedBy={undefined}
                invalid={false}
                readOnly={readOnly}
                lang={undefined}
              />
            </div>
          )
        })}
        <output data-values={JSON.stringify(values)} data-changes={changes} data-left={left} />
        <Textarea
          label="Values from outside"
          value={outside}
          onChange={event => setOutside(event.currentTarget.value)}
        />
        <Button onClick={() => setValues({ ...values, ...JSON.parse(outside) })}>Set values</Button>
      </Stack>
    </SpaceContext>
  )
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={createQueryClient()}>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <main id="page">
        <Page shown={JSON.parse(decodeURIComponent(location.hash.slice(1)))} />
      </main>
    </MantineProvider>
  </QueryClientProvider>,
)
