// The files that somebody drops or pastes. No React here.

/** Whether files are dragged, not text or an element of the page. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** Without folders, which cannot be sent as files. */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  if (transfer === null) return []
  const isFolder = (index: number) => transfer.items[index]?.webkitGetAsEntry?.()?.isDirectory ?? false
  const fileItems = [...transfer.items].flatMap((item, index) => (item.kind === 'file' ? [index] : []))
  return [...transfer.files].filter((_, index) => !isFolder(fileItems[index] ?? -1))
}
