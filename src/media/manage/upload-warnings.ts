// Warnings about uploads: files that are stored unchanged, but that visitors of a site may not see. Nothing is refused
// here.

export const warningCodes = ['image_unreadable', 'not_shown_by_browsers'] as const

interface UploadedFile {
  readonly isHeic: boolean
  readonly unreadable: boolean
}

interface WarningRule {
  readonly code: (typeof warningCodes)[number]
  readonly message: string
  readonly concerns: (file: UploadedFile) => boolean
}

const rules: readonly WarningRule[] = [
  {
    code: 'image_unreadable',
    message:
      'This picture cannot be decoded, so it has no other sizes or formats, and browsers may not show it. Save it again in an image editor, and upload that file.',
    concerns: ({ unreadable }) => unreadable,
  },
  {
    code: 'not_shown_by_browsers',
    message:
      'This is a HEIC picture. Most browsers do not show it, and it has no other sizes or formats. Save it as JPEG, and upload that file.',
    concerns: ({ isHeic }) => isHeic,
  },
]

export interface UploadWarning {
  readonly code: (typeof warningCodes)[number]
  readonly message: string
}

export function warningsOf(file: UploadedFile): UploadWarning[] {
  return rules.filter(({ concerns }) => concerns(file)).map(({ code, message }) => ({ code, message }))
}
