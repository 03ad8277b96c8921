// Shows the report of a tried change: lost values, new problems, and effects on readers, with the titles of the entries.
import { Anchor, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import type { ModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { ModelChangeResult } from '../../../api/content/models.ts'
import { useTargets } from '../../../api/content/references.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { countEntries, formatCount } from '../../../parts/lists/counts.ts'

interface ReportViewProps {
  readonly result: ModelChangeResult
  /** The model before the change, because losses use the original names of fields. */
  readonly before: ModelView
}

export function ReportView({ result: { doc, report }, before }: ReportViewProps) {
  const { drafts, live, losses, problems, readers } = report
  const nameIn = (model: ModelView, apiName: string) => {
    const field = model.fields.find(one => one.apiName === apiName)
    return field ? nameField(field) : apiName
  }
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {describeReach(drafts, live)}
      </Text>
      {losses.length > 0 ? (
        <Box tone="red" title="Values would be lost">
          {losses.map(({ field, reason, count, ids }) => (
            <Finding
              key={`${field} ${reason}`}
              text={`${nameIn(before, field)}: ${reason}.`}
              count={count}
              ids={ids}
              collection={before.apiName}
            />
          ))}
        </Box>
      ) : null}
      {problems.length > 0 ? (
        <Box tone="amber" title="Entries become invalid">
          <Text size="sm" mb="xs">
            Published entries stay published, but must be corrected before they can be published again.
          </Text>
          {problems.map(({ field, code, count, ids }) => (
            <Finding
              key={`${field} ${code}`}
              text={`${nameIn(doc, field)} ${toProblemWords(code)}.`}
              count={count}
              ids={ids}
              collection={before.apiName}
            />
          ))}
        </Box>
      ) : null}
      {readers.length > 0 ? (
        <section aria-labelledby="readers">
          <Title order={3} size="h5" id="readers" mb={4}>
            What apps that use the API will notice
          </Title>
          <List size="sm" spacing={2}>
            {readers.map(text => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </section>
      ) : null}
    </Stack>
  )
}

interface BoxProps {
  readonly tone: 'red' | 'amber'
  readonly title: string
  readonly children: ReactNode
}

function Box({ tone, title, children }: BoxProps) {
  const id = useId()
  return (
    <section className="report-box" data-tone={tone} aria-labelledby={id}>
      <Title order={3} size="h5" id={id} mb={4}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function describeReach(drafts: number, live: number): string {
  if (drafts === 0 && live === 0) return 'No entry changes.'
  const seen =
    live === 0
      ? 'Nothing changes on your site'
      : `${countEntries(live)} ${live === 1 ? 'changes' : 'change'} on your site`
  return `${drafts === 1 ? '1 draft changes' : `${formatCount(drafts)} drafts change`}. ${seen}.`
}

interface FindingProps {
  readonly text: string
  readonly count: number
  /** The ids of the first entries. */
  readonly ids: readonly string[]
  readonly collection: string
}

function Finding({ text, count, ids, collection }: FindingProps) {
  const paths = useSpacePaths()
  const { targets, isPending } = useTargets(ids)
  const rest = count - ids.length
  return (
    <div className="finding">
      <Text size="sm" fw={550}>
        {text} {countEntries(count)}:
      </Text>
      {isPending ? (
        <Skeleton height={16} width="60%" />
      ) : (
        <Text size="sm">
          {ids.map((id, index) => (
            <span key={id}>
              {index === 0 ? '' : ', '}
              <Anchor
                component={Link}
                href={paths.toEntry(collection, id)}
                size="sm"
                className="finding-entry"
              >
                {targets.get(id)?.title ?? targets.get(id)?.slug ?? id}
              </Anchor>
            </span>
          ))}
          {rest > 0 ? ` and ${formatCount(rest)} more` : ''}
        </Text>
      )}
    </div>
  )
}

const problemWords: Readonly<Record<string, string>> = {
  required: 'is required',
  unique: 'is not unique',
  min: 'is too small or too short',
  max: 'is too large or too long',
  minItems: 'has too few items',
  maxItems: 'has too many items',
  pattern: 'does not match the pattern',
  format: 'does not have the format',
  options: 'is none of the options',
  address: 'has an address that is not safe',
  type: 'does not have the type',
  target_not_allowed: 'refers to a collection that is not allowed',
  target_missing: 'refers to an entry that does not exist',
  target_archived: 'refers to an archived entry',
  target_not_live: 'refers to an entry that is not published',
}

/** Continues a sentence that begins with the field's name. */
function toProblemWords(code: string): string {
  return problemWords[code] ?? `breaks the rule “${code}”`
}
