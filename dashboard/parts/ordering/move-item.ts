// Moving one item of a list to another place.

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from]!)
}

/** Null if the keys mean no move, or if there is no such place. */
export function placeByKey(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  index: number,
  count: number,
): number | null {
  if (!altKey || ctrlKey || metaKey) return null
  const to =
    key === 'ArrowUp' || key === 'ArrowLeft'
      ? index - 1
      : key === 'ArrowDown' || key === 'ArrowRight'
        ? index + 1
        : null
  return to === null || to < 0 || to >= count ? null : to
}

/** Where an item goes that is dropped before or after another. */
export function placeByDrop(from: number, target: number, isAfter: boolean): number {
  const place = isAfter ? target + 1 : target
  return from < place ? place - 1 : place
}
