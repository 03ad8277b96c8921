// Replicas: asked for content, passed over where they lag behind or are gone, and noticed by no client.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { Replicas } from '../../src/database/postgres/replicas.ts'
import { createSpaceIn, type TestSpace } from '../kit/app/test-space.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { addStandby, type Standby } from '../kit/cluster/standby.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { until } from '../kit/until.ts'

setDefaultTimeout(longTestMs)

const isReplica = query.selectNoFrom(({ fn }) => fn<boolean>('pg_is_in_recovery').as('is'))

describeOnPostgres('a replica', () => {
  let primary: Cluster
  let standby: Standby
  let space: TestSpace
  let replicas: Replicas
  const slug = (n: number) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: 'p',
    slug: `slug-${n}`,
    liveData: { title: `${n}` },
  })
  const model = {
    type: 'collection' as const,
    apiName: 'posts',
    name: 'Posts',
    fields: [{ apiName: 'title', type: 'text' as const }],
  }
  const revision = async () => (await space.database.versions.of(space.space))!.revision
  /** Whether the replica answered, with what it found; null where it was passed over. */
  const send = async (atLeast: number) =>
    replicas.snapshot(
      { space: space.space, revision: atLeast, timeline: 1 },
      async reads => (await reads.first(isReplica))?.is,
    )

  beforeAll(async () => {
    primary = await startCluster()
    standby = await addStandby(primary)
    const url = await primary.createDatabase()
    const replicaUrl = standby.url(new URL(url).pathname.slice(1))
    const database = openPostgres(url, { replicaUrls: [replicaUrl] })
    await database.migrate()
    replicas = new Replicas([replicaUrl], () => {})
    space = await createSpaceIn({ database, url, statements: [] }, 'main', {
      records: [model, slug(0)],
      cacheBytes: 0,
    })
  })
  afterAll(async () => {
    await replicas.close()
    await space.database.close()
    await standby.remove()
    await primary.remove()
  })

  test('that has reached what is known answers in place of the primary', async () => {
    const wanted = await revision()
    await until(async () => (await send(wanted)) !== null)
    expect(await send(wanted)).toEqual({ result: true })
    expect((await space.get('/content/posts/slug-0')).status).toBe(200)
  })

  test('that lags behind is passed over: a reader who has seen a change continues to see it', async () => {
    await standby.run('select pg_wal_replay_pause()')
    for (let n = 1; n <= 20; n++) {
      await space.import([slug(n)])
      expect((await space.get(`/content/posts/slug-${n}`)).status).toBe(200)
      expect((await space.get(`/content/posts/slug-${n - 1}`)).status).toBe(404)
    }
    expect(await send(await revision())).toBeNull()
    await standby.run('select pg_wal_replay_resume()')
    const wanted = await revision()
    await until(async () => (await send(wanted)) !== null)
  })

  test('of another timeline than the primary is passed over: it may have kept what was lost', async () => {
    const wanted = { space: space.space, revision: await revision(), timeline: 2 }
    expect(await replicas.snapshot(wanted, async () => true)).toBeNull()
  })

  test('that has not got the tables yet is passed over: an update of Frontlist comes to it later', async () => {
    const url = await primary.createDatabase()
    const name = new URL(url).pathname.slice(1)
    const known = `select 1 from pg_database where datname = '${name}'`
    await until(async () => (await standby.run(known)).length > 0)
    await standby.run('select pg_wal_replay_pause()')
    const database = openPostgres(url, { replicaUrls: [standby.url(name)] })
    try {
      await database.migrate()
      const empty = await createSpaceIn({ database, url, statements: [] }, 'main', {
        records: [model, slug(0)],
        cacheBytes: 0,
      })
      expect((await empty.get('/content/posts/slug-0')).status).toBe(200)
    } finally {
      await standby.run('select pg_wal_replay_resume()')
      await database.close()
    }
  })

  test('that is gone is left alone, and asked again once it is back', async () => {
    await standby.crash()
    for (let n = 0; n < 5; n++) expect((await space.get('/content/posts')).status).toBe(200)
    expect(await send(await revision())).toBeNull()
    await standby.start()
    const wanted = await revision()
    await until(async () => (await send(wanted)) !== null)
  })

  test('that answers says what is wrong with the question, and does not hand it on', async () => {
    const wanted = await revision()
    await until(async () => (await send(wanted)) !== null)
    const fail = () => Promise.reject(new Error('a fault of ours'))
    await expect(
      replicas.snapshot({ space: space.space, revision: wanted, timeline: 1 }, fail),
    ).rejects.toThrow('a fault of ours')
  })
})
