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
  ['Another value is live', 'Published version differs'],
  ['Not live yet', 'Not published yet'],
  ['Nothing is stored before your first change', 'Not saved yet: start typing.'],
  ['Nothing to save yet', 'Not saved yet: start typing.'],
  ['Nothing. Readers get what you see', "No changes: this is what's live."],
  ['the draft is what readers get', "No changes: this is what's live."],
  ['Its form only: every value is the same', 'Only the form changed, no value.'],
  ['Readers do not get this entry yet', 'This entry is not on your site yet.'],
  [
    'Readers get these changes with their next request',
    'Your site gets these changes with its next request.',
  ],
  ['Readers get the whole entry with their next request', 'Your site gets the entry with its next request.'],
  ['Readers no longer get this entry', 'This entry will disappear from your site (404).'],
  ['readers get null', 'It will be missing on the site until it is published.'],
  ['Readers get null', 'It will be missing on the site until it is published.'],
  ['or a list without it', 'It will be missing on the site until it is published.'],
  ['Readers get nothing in its place', 'It will be missing on the site.'],
  ['(any more)', 'or it was deleted'],
  ['no option any more', 'not among the options'],
  ['From then on readers no longer find it', 'From then on it is not on your site.'],
  ['Give it an earlier publication date', 'Backdate publication'],
  ['Also use it for the file', 'Use as the default alt text'],
  ['The file has this alt text, too', 'This is the default alt text.'],
  ['Title and focal point here', 'Options'],
  ['Title here', 'Title'],
  ['Alt text here', 'Alt text'],
  ['screen readers pass it by', 'screen readers skip it'],
  ['for those who cannot see it', 'for people who cannot see the picture'],
  ['For this place only', 'Used here only.'],
  ['Write another for this place only', 'Write another to use here only.'],
  ['Stands below the image', 'Shown below the image'],
  ['It may be left out.', 'Optional.'],
  ['Use the file’s point', 'Use the focal point of the file'],
  ['The draft becomes what is published', 'The draft is published.'],
  ['History has the changes', 'The history lists the changes.'],
  ['Nothing is scheduled any more', 'The schedule is cancelled.'],
  ['What was scheduled for it is cancelled', 'Its schedule is cancelled.'],
  ['What is scheduled for it is cancelled', 'Its schedule is cancelled.'],
  ['has happened then, and is cancelled', 'is cancelled'],
  ['Readers notice nothing', 'Nothing changes on your site.'],
  ['leaves lists and pickers', 'is hidden in lists and pickers'],
  ['It could not be unarchived at once', 'It cannot be unarchived now.'],
  ['nobody can bring them back', 'This cannot be undone.'],
  ['without others noticing', 'unless they use it'],
  ['Nothing was done: look at', 'Nothing was changed: check'],
  ['Somebody has archived the entry meanwhile', 'Somebody archived the entry in the meantime.'],
  ['Somebody has unpublished the entry meanwhile', 'Somebody unpublished the entry in the meantime.'],
  ['Somebody has unarchived the entry meanwhile', 'Somebody unarchived the entry in the meantime.'],
  ['Somebody has deleted the entry meanwhile', 'Somebody deleted the entry in the meantime.'],
  ['Changed meanwhile', 'Changed in the meantime'],
  ['this browser keeps nothing', 'this browser cannot save a copy'],
  ['This browser keeps nothing', 'This browser cannot save a copy.'],
  ['of another type than the field', 'has the wrong type for the field'],
  ['You may no longer change this entry', 'You can no longer change this entry.'],
  ['Make from title', 'Generate from title'],
  ['No difference: the two are the same', 'No changes'],
  ['The same in another order', 'Same values, different order'],
  ['This field takes any format of rich text', 'This field accepts any rich text format.'],
  ['not in the format of rich text', 'not valid rich text'],
  ['several links on one text', 'more than one link on the same text'],
  ['In the time zone of this device', 'In your time zone'],
  ['paragraphs as before', 'one paragraph for each'],
  ['Some fields have to be corrected first', 'Fix some fields first.'],
  ['Nothing is called “', 'No results for “x”'],
  ['Pictures of other sites are not shown here', 'External image: no preview.'],
  ['No entry found.', 'No results for “x”'],
  ['search for more words to see others', 'search to see more'],
  ['goes live then is the draft that was scheduled', 'The version that was scheduled goes live.'],
  ['Publish these too', 'Publish them too'],
  ['Restore this version', 'Restore this version’s values'],
  ['follow by themselves', 'are updated automatically'],
  ['Your role may not', 'Your role cannot'],
  ['on this device any more', 'can no longer be read on this device'],
  ['store of files', 'file store'],
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
