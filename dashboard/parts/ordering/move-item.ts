// Calculates moves of an item within a list.

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from]!)
}

/** Returns the new index; null if the keys are not a move or the index does not exist. */
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

/** Returns the new index of an item that is dropped before or after another one. */
export function placeByDrop(from: number, target: number, isAfter: boolean): number {
  const place = isAfter ? target + 1 : target
  return from < place ? place - 1 : place
}
