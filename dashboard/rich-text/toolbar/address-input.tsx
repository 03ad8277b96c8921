// An address with the rules of the server, which are told while it is typed.
import { TextInput } from '@mantine/core'
import { type AddressUse, addressError } from '../../../src/content/values/safe-address.ts'

interface AddressInputProps {
  readonly use: AddressUse
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether an address that is not finished is an error. */
  readonly isFinal: boolean
}

const descriptions: Readonly<Record<AddressUse, string>> = {
  link: 'https, http, mailto or tel, or a place on this site that begins with /, ? or #.',
  asset: 'https or http, or a path of this site that begins with /.',
}

export function AddressInput({ use, value, onChange, isFinal }: AddressInputProps) {
  return (
    <TextInput
      label="Address"
      description={use === 'link' ? describeLink(value) : descriptions[use]}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={explainAddress(use === 'link' ? withScheme(value) : value, use, isFinal)}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      required
      withAsterisk={false}
      data-autofocus
    />
  )
}

/** For example `harbour.example/tides`. */
const bareHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u

/** An address without a scheme, as people type it, is one with https. */
export function withScheme(address: string): string {
  const trimmed = address.trim()
  return bareHost.test(trimmed) ? `https://${trimmed}` : trimmed
}

function describeLink(typed: string): string {
  const address = withScheme(typed)
  return address === typed.trim() ? descriptions.link : `Leads to ${address}.`
}

/** Null if there is nothing to say yet. */
function explainAddress(address: string, use: AddressUse, isFinal: boolean): string | null {
  const trimmed = address.trim()
  if (trimmed === '') return isFinal ? 'The address is missing.' : null
  const error = addressError(trimmed, use)
  if (error === null || (error.kind === 'malformed' && !isFinal)) return null
  return `The address ${error.message}.`
}

export function isAddress(address: string, use: AddressUse): boolean {
  return addressError(address.trim(), use) === null
}
