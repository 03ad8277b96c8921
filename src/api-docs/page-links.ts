// Adapts links in documents that are served or packaged without the rest of the project.

/** Keeps links to the given pages and to other sites. Links to other files become plain text. */
export function keepLinks(text: string, pages: ReadonlySet<string>): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g, (link, label, target) =>
    target === '' || pages.has(target) ? link : label,
  )
}
