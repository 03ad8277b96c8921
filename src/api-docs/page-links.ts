// Links of documents that are served or packaged without the rest of the project.

/** Links to the given pages stay, those to other files become plain text. */
export function keepLinks(text: string, pages: ReadonlySet<string>): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g, (link, label, target) =>
    target === '' || pages.has(target) ? link : label,
  )
}
