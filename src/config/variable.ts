// Defines the type of a setting, and checks values that depend on each other.
import { z } from 'zod'

export interface Variable<Value> {
  /** The comment above it in .env.example. */
  readonly about: string
  /** Its value must not appear in messages. */
  readonly secret?: boolean
  readonly fallback: string
  readonly schema: z.ZodType<Value, string>
}

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(value => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
}

/** Null for an empty value. */
export function orEmpty<Value>(schema: z.ZodType<Value, string>) {
  return z.string().transform((text, context) => {
    if (text === '') return null
    const result = schema.safeParse(text)
    if (result.success) return result.data
    for (const { message } of result.error.issues) context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export function toParts(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

export function isOrigin(text: string): boolean {
  return (
    /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text.replace(/\/$/, '')
  )
}
