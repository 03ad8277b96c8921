// The input of a URL. It checks the server's rules while the user types.
import { TextInput } from '@mantine/core'
import { type AddressUse, addressError } from '../../../src/content/values/safe-address.ts'

interface AddressInputProps {
  readonly use: AddressUse
  readonly value: string
  readonly onChange: (value: string) => void
  /** True if an incomplete URL is an error. */
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

/** Adds https to a URL that was typed without a scheme. */
export function withScheme(address: string): string {
  const trimmed = address.trim()
  return bareHost.test(trimmed) ? `https://${trimmed}` : trimmed
}

function describeLink(typed: string): string {
  const address = withScheme(typed)
  return address === typed.trim() ? descriptions.link : `Leads to ${address}.`
}

/** Returns null if there is no error to show yet. */
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
