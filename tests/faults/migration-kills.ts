import { copyFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate, migrations } from '../../src/platform/database/migrate.ts'
import { randomFrom } from '../support/random.ts'
import { noFigures } from './driver/figures.ts'
import { databaseFile, newPlace, rowsOf, type Place } from './driver/place.ts'
import { beginServer, kill, startServer } from './driver/server.ts'
import { BOTH, type Scenario, type Setting } from './scenario.ts'

const AT = '2026-01-01T00:00:00.000Z'
/** The last change of the release before article heads, which every article is given by a later one. */
const OLD = '0013-successors'

/** SIGKILL while a database of an earlier release is being changed to the present one. */
export const migrationKills: Scenario = {
  name: 'killed while it migrates',
  engines: BOTH,
  recoversInSeconds: 30,
  async run(setting) {
    const figures = noFigures()
    const random = randomFrom(setting.seed)
    const articles = setting.long ? 600 : 300
    const template = await newPlace(setting)
    await anOldJournal(template, articles)
    const kills = setting.long ? 16 : 2
    let wholeStartMs = 0
    let old = 0
    for (let number = 0; number <= kills; number++) {
      const place = await copyOf(setting, template)
      // The first is not killed: it tells how long a start takes.
      if (number > 0) {
        const starting = await beginServer(place)
        await pause(Math.min(150, wholeStartMs / 4) + random() * wholeStartMs)
        await kill(starting)
        figures.faults++
        const changes = (await rowsOf(place, 'select name from migrations')).map(({ name }) => String(name))
        if (!changes.includes(migrations.at(-1)!.name)) old++
        const between = changes.filter((name) => name > OLD).length
        if (between && between !== migrations.filter(({ name }) => name > OLD).length)
          figures.halfDone.push(`${between} changes of the tables were kept`)
      }
      const server = await startServer(place)
      if (number === 0) wholeStartMs = server.openedAfterMs
      else figures.recovery.push(server.openedAfterMs / 1000)
      const listed = await fetch(`${server.url}/api/posts/published?limit=1`)
      const { totalItems } = ((await listed.json()) as { meta: { totalItems: number } }).meta
      if (listed.status !== 200) figures.wrongAnswers.push(`the list: ${listed.status}`)
      else if (totalItems !== articles) figures.lost.push(`${articles - totalItems} articles of the list`)
      const kept = await rowsOf(place, `select id, title, page_num from articles order by id`)
      for (let at = 0; at < articles; at++) {
        const row = kept[at]
        if (row?.id !== idOf(at) || row.title !== titleOf(at))
          figures.lost.push(`article ${at}: ${JSON.stringify(row)}`)
      }
      const heads = await rowsOf(place, `select count(*) as n from article_heads where analyser > 0`)
      if (Number(heads[0]!.n) !== articles) figures.halfDone.push(`${heads[0]!.n} of ${articles} heads are ready`)
      if ((await server.end()) !== 0) figures.missed.push(`it ended badly: ${server.said().slice(-300)}`)
      figures.acknowledged += articles
    }
    figures.notes.push(`${old} of ${kills} kills left the old tables, whole; the others the new ones`)
    return figures
  },
}

const idOf = (at: number): string => `article-${String(at).padStart(5, '0')}`
const titleOf = (at: number): string => `Root growth of wheat in trial ${at}`

async function anOldJournal(place: Place, articles: number): Promise<void> {
  const database = connect(place.databaseUrl === undefined ? { file: databaseFile(place) } : { url: place.databaseUrl })
  const run = (statement: string) => sql.raw(statement).execute(database.db)
  await migrate(database, OLD)
  await run(`insert into users (id, full_name, email, username, password_hash, role, created_at)
    values ('author', 'A', 'a@b.test', 'a', '', 'author', '${AT}')`)
  await run(`insert into categories (id, name, slug, created_at, updated_at) values ('c', 'C', 'c', '${AT}', '${AT}')`)
  for (let first = 0; first < articles; first += 100) {
    const rows = Array.from({ length: Math.min(100, articles - first) }, (_, offset) => {
      const at = first + offset
      return `('${idOf(at)}', 'trial-${at}', '${titleOf(at)}', 'roots', 'Roots.', '<p>Roots of wheat grow deeper in dry soil.</p>',
        'c', '${at + 1}-${at + 9}', 'author', 'submitted', '${AT}', '${AT}', '${AT}', '${AT}')`
    })
    await run(`insert into articles (id, slug, title, keywords, excerpt, abstract, category_id, page_num, submitter_id,
      origin, created_at, updated_at, published_at, approved_at) values ${rows.join(',')}`)
  }
  await database.close()
}

async function copyOf(setting: Setting, template: Place): Promise<Place> {
  const place = await newPlace(setting)
  if (template.databaseUrl === undefined) {
    copyFileSync(databaseFile(template), databaseFile(place))
    return place
  }
  const nameIn = (url: string) => url.split('/').at(-1)!
  const name = nameIn(place.databaseUrl!)
  const beside = { ...place, databaseUrl: `${setting.postgres}/postgres` }
  await rowsOf(beside, `drop database ${name}`)
  await rowsOf(beside, `create database ${name} template ${nameIn(template.databaseUrl)}`)
  return place
}
