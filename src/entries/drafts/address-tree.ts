// Values that a request sends at addresses in blocks, by the parts of their addresses, so that each list of blocks is read once
// however many addresses lead into it.
import { blockLevelsMax, type Json, type Values } from '../../content/values/model.ts'

/** A part of addresses: a field, or the key of a block. */
export interface AddressNode {
  readonly children: Map<string, AddressNode>
  /** The value of the address that ends here. */
  sent: SentValue | null
}

interface SentValue {
  readonly address: string
  readonly value: Json
}

/** A field of the entry, then a key and a field for each block around the value. */
const partsMax = 1 + 2 * blockLevelsMax

export function isAddress(name: string): boolean {
  return name.includes('/')
}

/** Returns the addresses by the field that they begin with. Those that cannot be set beside the others are passed to `onError`. */
export function toAddressTree(
  sent: Values,
  onError: (address: string, message: string) => void,
): ReadonlyMap<string, AddressNode> {
  const root = createNode()
  for (const [address, value] of Object.entries(sent)) {
    if (!isAddress(address)) continue
    const parts = address.split('/', partsMax + 1)
    if (parts.length > partsMax) {
      onError(address, `goes into more than ${blockLevelsMax} blocks`)
      continue
    }
    const around = parts
      .map((_, count) => parts.slice(0, count).join('/'))
      .find(name => name !== '' && Object.hasOwn(sent, name))
    if (around === undefined) addTo(root, parts, { address, value })
    else onError(address, `is inside of "${around}", which was sent too: send one of them`)
  }
  return root.children
}

function createNode(): AddressNode {
  return { children: new Map(), sent: null }
}

function addTo(root: AddressNode, parts: readonly string[], sent: SentValue): void {
  let node = root
  for (const part of parts) {
    const next = node.children.get(part) ?? createNode()
    node.children.set(part, next)
    node = next
  }
  node.sent = sent
}

/** Returns the addresses that end in the node or below it. */
export function addressesIn({ sent, children }: AddressNode): readonly string[] {
  const below = [...children.values()].flatMap(addressesIn)
  return sent === null ? below : [sent.address, ...below]
}
