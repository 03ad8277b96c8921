// Reads the files of a drop or paste. No React here.

/** Checks whether files are dragged, rather than text or an element of the page. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** Returns the files without folders, which cannot be sent as files. */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  if (transfer === null) return []
  const isFolder = (index: number) => transfer.items[index]?.webkitGetAsEntry?.()?.isDirectory ?? false
  const fileItems = [...transfer.items].flatMap((item, index) => (item.kind === 'file' ? [index] : []))
  return [...transfer.files].filter((_, index) => !isFolder(fileItems[index] ?? -1))
}
