// The form of a request, with every parameter of the content API as typed.
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import type { FieldError } from '../../../api/request.ts'
import '../try-it.css'
import type { QueryModel } from '../request/path-options.ts'
import type { TryRequest } from '../request/try-request.ts'
import { ConditionRows } from './condition-rows.tsx'
import { DataFields, QueryVariantField, SearchField, SortRows, VariantsPicker } from './list-fields.tsx'
import { SlugField, useVariantsOf } from './slug-field.tsx'

interface RequestFormProps {
  readonly request: TryRequest
  readonly collections: readonly QueryModel[]
  /** The server's errors about this request. */
  readonly errors: readonly FieldError[]
  /** True if the user tried to send the request while it was incomplete. */
  readonly incomplete: boolean
  /** True while the collections load. */
  readonly loading: boolean
  readonly onChange: (part: Partial<TryRequest>) => void
  readonly onSend: () => void
  /** Null if no request is running. */
  readonly onStop: (() => void) | null
  /** The input for the session or API key. */
  readonly children: ReactNode
}

export function RequestForm(props: RequestFormProps) {
  const { request, collections, onChange } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSend()
  }
  return (
    <form onSubmit={submit} aria-label="Request" noValidate className="try-form">
      <Stack gap="md">
        <Select
          label="Collection"
          data={toOptions(collections, request.collection)}
          value={request.collection || null}
          onChange={collection =>
            onChange({ collection: collection ?? '', ...(request.slug && { slug: '' }) })
          }
          allowDeselect={false}
          error={props.incomplete && request.collection === '' ? 'Choose a collection.' : null}
          searchable
          nothingFoundMessage="No collection found"
          maxDropdownHeight={280}
          comboboxProps={{ withinPortal: false }}
        />
        <SegmentedControl
          aria-label="What to request"
          data={[
            { value: 'list', label: 'List' },
            { value: 'entry', label: 'One entry' },
          ]}
          value={request.slug === null ? 'list' : 'entry'}
          onChange={kind => onChange({ slug: kind === 'list' ? null : '' })}
          fullWidth
        />
        <Parameters {...props} />
        {props.children}
      </Stack>
      <Buttons loading={props.loading} onStop={props.onStop} />
    </form>
  )
}

/** Includes the collection of the URL even if the space does not have it, so that the server reports the error. */
function toOptions(collections: readonly QueryModel[], chosen: string) {
  const options = collections.map(({ apiName, name }) => ({
    value: apiName,
    label: name === apiName ? name : `${name} (${apiName})`,
  }))
  const isKnown = chosen === '' || collections.some(({ apiName }) => apiName === chosen)
  return isKnown ? options : [...options, { value: chosen, label: chosen }]
}

function Parameters({ request, collections, errors, incomplete, onChange }: RequestFormProps) {
  const { collection, slug } = request
  const known = useVariantsOf(collection, slug ?? '')
  const query = { request, models: collections, errors, onChange }
  const field = (name: 'page' | 'perPage' | 'depth', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={request[name]}
      onChange={event => onChange({ [name]: event.currentTarget.value.trim() })}
      error={errorOf(errors, name)}
      inputMode="numeric"
      autoComplete="off"
      name={name}
    />
  )
  return (
    <>
      {slug === null ? null : (
        <SlugField
          collection={collection}
          slug={slug}
          error={incomplete && slug === '' ? 'Choose an entry.' : null}
          onChange={text => onChange({ slug: text })}
        />
      )}
      {slug === null ? (
        <>
          <ConditionRows
            conditions={request.conditions}
            models={collections}
            {...{ collection, incomplete }}
            errors={errors}
            onChange={conditions => onChange({ conditions })}
          />
          <SearchField {...query} />
          <SortRows {...query} />
        </>
      ) : null}
      <DataFields {...query} />
      <SimpleGrid cols={3} spacing="sm">
        {slug === null ? field('page', 'Page', '1') : null}
        {slug === null ? field('perPage', 'Per page', '20') : null}
        {field('depth', 'Depth', '0 to 10')}
      </SimpleGrid>
      <VariantsPicker request={request} ofEntry={known} errors={errors} onChange={onChange} />
      {slug === null ? <QueryVariantField {...query} /> : null}
    </>
  )
}

function errorOf(errors: readonly FieldError[], name: string): string | null {
  const error = errors.find(each => each.name === name)
  return error ? `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.` : null
}

/**
 * The buttons stay visible. Both are always rendered, because a button that disappears would move the other one and lose
 * the focus.
 */
function Buttons({ loading, onStop }: Pick<RequestFormProps, 'loading' | 'onStop'>) {
  const send = useRef<HTMLButtonElement>(null)
  const stop = () => {
    onStop?.()
    send.current?.focus()
  }
  return (
    <Group gap="sm" className="try-send">
      <Button type="submit" ref={send} disabled={loading} style={{ flexGrow: 1 }}>
        Send
      </Button>
      <Button type="button" variant="default" disabled={onStop === null} onClick={stop}>
        Stop
      </Button>
    </Group>
  )
}
