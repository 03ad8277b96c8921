// A database from before it was recorded where files were delivered: what led on then goes on leading on.
import { expect } from 'bun:test'
import { sql } from 'kysely'
import { gif, openAssets } from '../assets/assets-fixture.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'

testOnSqlite('addresses from before the migration lead to the file that has replaced theirs', async () => {
  const { add, create, publish, replace, space, status } = await openAssets()
  const { url: first } = await add(gif('1'), 'filename=a.gif&id=a')
  await create({ id: 'page', collection: 'pictures', slug: 'page', data: { cover: { id: 'a' } } })
  const second = (await replace('owner', 'a', gif('2'))).body.doc.url
  await publish('page')
  expect([await status(second), await status(first)]).toEqual([200, 404])
  const older = [
    'alter table asset drop column was_delivered',
    'alter table asset_former drop column was_delivered',
    'alter table publication_asset drop column names_former',
    ...['from', 'to', 'until'].map(name => `alter table space drop column pending_${name}`),
    'drop index schedule_group',
    'alter table schedule drop column group_entry',
    ...['frames', 'unreadable'].map(name => `alter table blob drop column ${name}`),
    'alter table space drop column has_outdated_words',
    'drop table space_activity',
    'drop index activity_by',
    'alter table entry_version drop column earlier',
    "delete from schema_migration where name >= '0016'",
  ]
  await space.database.transaction(async writes => {
    for (const statement of older) await sql.raw(statement).execute(writes)
  })
  expect(await space.database.migrate()).toEqual([
    '0016-delivered-addresses',
    '0017-pending-postings',
    '0018-schedule-groups',
    '0019-decoded-pictures',
    '0020-space-activity',
    '0021-outdated-words',
    '0022-earlier-forms',
    '0023-words-in-markup',
  ])
  const third = (await replace('owner', 'a', gif('3'))).body.doc.url
  expect([await status(third), await status(second), await status(first)]).toEqual([200, 307, 307])
})
