// What people read in the dashboard, in commands and in documents is plain English. Each phrase here was said once, and
// was replaced by the one beside it: it must not return.
import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { readText, root } from './documents.ts'

const replaced: readonly (readonly [phrase: string, instead: string])[] = [
  ['Nobody gets a file before', 'Files stay private until something published uses them.'],
  ['so nobody gets it', 'No entry uses it, so it is private.'],
  ['One entry only', 'Single entry'],
  ['Several values', 'Multiple values'],
  ['Fewest ', 'Minimum'],
  ['Most characters', 'Maximum characters'],
  ['Most items', 'Maximum items'],
  ['No entry matches “', 'No results for “x”'],
  ['No archived entry matches', 'No results for “x”'],
  ['No file matches', 'No results for “x”'],
  ['The search looks at titles and slugs', 'No results for “x” in titles and addresses.'],
  ['Search all content', 'Find entries by title or address'],
  ['Title or slug', 'Title or address'],
  ['Skip to the page', 'Skip to content'],
  ['From the cache, on this server', 'Cache hit rate (this server)'],
  ['will not be served any more', 'will disappear from your site (404)'],
  ['schedule of before', 'the earlier schedule'],
  ['it is not known: the connection', 'The result is unknown for …'],
  ['None of them is served', 'Archived entries are not on your site.'],
  ['Deleting for good takes an editor', 'Only editors can delete them for good.'],
  ['Publishing takes an editor', 'Only editors can publish.'],
  ['Changing it takes an owner', 'Only owners and admins can change it.'],
  ['but does not change them', 'can view … but not change them'],
  ['may look at the archive', 'can view the archive'],
  ['your role may not', 'your role cannot'],
  ['No two live entries share', 'No two published entries can have the same value.'],
  ['What is live stays live', 'Published entries stay published'],
  ['live entry reads differently', 'Nothing changes on your site'],
  ['Nothing stops being served', 'Everything published stays published'],
  ['Readers get the new name', 'Responses have the new name.'],
  ['It is served all the same', 'The API still returns it.'],
  ['Filters and sorting may name it', 'Filters and sorting can use it.'],
  ['cannot be like this', 'is not valid'],
  ['Trying it on all entries', 'Checking all entries.'],
  ['or imports what there is', 'or import content'],
  ['or import what you have', 'or import existing content'],
  ['a collection of yours', 'one of your collections'],
  ['From a file of NDJSON', 'From an NDJSON file'],
  ['has begun to use it meanwhile', 'An entry started to use it in the meantime.'],
  ['Delete all the same', 'Delete anyway'],
  ['Deleting a file requires the right', 'Only people who can publish can delete files.'],
  ['for you alone', 'only for you'],
  ['Out of the way, and not published', 'In the archive, and not published'],
  ['As it was when it was scheduled', 'The version that was scheduled'],
  ['Pictures of other sites are not shown', 'External image: no preview.'],
  ['can no longer write for it', 'can no longer add values for it'],
  ['As requests name it', 'The name in requests.'],
  ['Could not load what failed', 'Could not load the failed schedules'],
  [', which is deleted`', '(deleted)'],
  ['Only says what would be removed', 'Only lists what would be removed.'],
  ['they show null in its place', 'they then have null in its place'],
  ['does not have all that is live', 'is missing published entries'],
  ['every one where absent', 'Default: all spaces.'],
  ['its withdrawal at', 'its unpublishing at'],
  ['The key is shown this once', 'The key is shown only once.'],
  ['Nothing of the entry is live', 'The entry is not published'],
  ['same model again is no error', 'is not an error.'],
  ['has to set right', 'has to fix'],
  ['The store of files', 'The file store'],
  ['resizes no pictures', 'does not resize pictures'],
]

const paths = ['{dashboard,src}/**/*.{ts,tsx}', 'docs/*.md', '*.md', 'client/*.md']
  .flatMap(pattern => [...new Glob(pattern).scanSync(root)])
  .filter(path => path !== 'CHANGELOG.md')
  .sort()

function findReplaced(text: string): string[] {
  // A text may go on in the next line of the source.
  const flat = text.replaceAll(/\s+/g, ' ')
  return replaced
    .filter(([phrase]) => flat.includes(phrase))
    .map(([phrase, instead]) => `“${phrase}”: say “${instead}”`)
}

describe('what people read', () => {
  test('has none of the phrases that were replaced by plain English', () => {
    expect(paths.flatMap(path => findReplaced(readText(path)).map(found => `${path}: ${found}`))).toEqual([])
  })

  test('is searched across lines, and a phrase would be found', () => {
    expect(findReplaced('<Text>\n  Nobody gets a file\n  before it is shown.</Text>')).toHaveLength(1)
    expect(paths.length).toBeGreaterThan(500)
  })
})
