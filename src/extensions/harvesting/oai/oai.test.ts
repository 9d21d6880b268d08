import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, aVolume } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { metadataIn, oaiFaults } from '../../../../tests/support/oai-schema.ts'
import { journal as identity } from '../../../../journal.config.ts'
import { importArticle } from '../../importing/import-article.ts'
import { parseJats } from '../../../journal/documents/jats/model/parse.ts'
import { readJats } from '../../../journal/documents/jats/read/article.ts'
import { JatsTexts } from '../jats-texts.ts'
import { mountOai } from './mount-oai.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', '..', '..', 'tests', 'fixtures', 'jats')
const PAGES = { pageSizes: { ListIdentifiers: 3, oai_dc: 3, jats: 2 }, mostCharacters: 1e6, mostMs: 5_000 }

const all = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found!)
const idsIn = (xml: string) => all(xml, /<identifier>oai:journal\.test:(\w+)<\/identifier>/g)
const tokenIn = (xml: string) => /<resumptionToken[^>]*>([^<]+)</.exec(xml)?.[1]
const errorIn = (xml: string) => /<error code="(\w+)"/.exec(xml)?.[1]

/** Debian's client of the protocol, where it is installed. */
const hasClient = spawnSync('perl', ['-MHTTP::OAI', '-e', '1']).status === 0

eachDatabase((open) => {
  let journal: TestJournal
  /** A repository of small pages, so that a dozen records are a harvest. */
  const repository = async (of = journal) => {
    const app = Fastify()
    mountOai(app, of.resources, { on: false }, new JatsTexts(of.resources), PAGES)
    await app.ready()
    return app
  }
  const ask = async (query: string, app = journal.app): Promise<string> => {
    const answer = await app.inject(`/oai?${query}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
    expect(oaiFaults(answer.body)).toEqual([])
    return answer.body
  }
  /** All pages of a list, one after another, with something done between them. */
  const harvest = async (query: string, between?: (page: number) => Promise<unknown>): Promise<string[]> => {
    const app = await repository()
    const verb = /verb=\w+/.exec(query)![0]
    const pages: string[] = []
    for (let token: string | undefined = ''; token !== undefined; token = tokenIn(pages.at(-1)!)) {
      expect(pages.length).toBeLessThan(40)
      pages.push(await ask(token ? `${verb}&resumptionToken=${token}` : query, app))
      await between?.(pages.length)
    }
    await app.close()
    return pages
  }
  const LIST = 'verb=ListRecords&metadataPrefix=oai_dc'
  const dated = (id: string, changed_at: string) =>
    journal.database.db.updateTable('harvest_records').set({ changed_at }).where('article_id', '=', id).execute()
  const dateOf = async (id: string) =>
    (await journal.database.db
      .selectFrom('harvest_records')
      .selectAll()
      .where('article_id', '=', id)
      .executeTakeFirst())!

  describe('an empty repository', () => {
    test('identifies itself and has nothing', async () => {
      journal = await open()
      expect(await ask('verb=Identify')).toContain(`<adminEmail>${identity.contact.supportEmail}</adminEmail>`)
      expect(errorIn(await ask(LIST))).toBe('noRecordsMatch')
      expect(errorIn(await ask('verb=ListSets'))).toBe('noSetHierarchy')
    })
  })

  describe('the six verbs', () => {
    let article: { id: string }
    let category: { id: string; name: string }
    let volume: { id: string; title: string }
    beforeAll(async () => {
      journal = await open()
      category = await aCategory(journal.database, { name: 'Ecology & Climate' })
      volume = await aVolume(journal.database)
      article = await anArticle(journal.database, {
        ...{ category, volume, doi: '10.1234/oai', title: 'Light &amp; <i>Rosa</i>', keywords: 'light, shade' },
        contributors: [{ full_name: 'Ayesha Malik', family_name: 'Malik', given_names: 'Ayesha' }],
      })
      await anArticle(journal.database, { state: 'pending' })
      await anArticle(journal.database, { state: 'rejected' })
      await dated(article.id, '2026-05-04T03:02:01.567Z')
    })

    test('Identify', async () => {
      const xml = await ask('verb=Identify')
      expect(xml).toContain('<request verb="Identify">http://journal.test/oai</request>')
      for (const said of [
        `<repositoryName>${identity.name}</repositoryName><baseURL>http://journal.test/oai</baseURL>`,
        '<earliestDatestamp>2026-05-04T03:02:01Z</earliestDatestamp><deletedRecord>persistent</deletedRecord>',
        '<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>',
        '<repositoryIdentifier>journal.test</repositoryIdentifier><delimiter>:</delimiter>',
      ])
        expect(xml).toContain(said)
    })

    test('ListMetadataFormats, and ListSets', async () => {
      const formats = await ask(`verb=ListMetadataFormats&identifier=oai:journal.test:${article.id}`)
      expect(all(formats, /<metadataPrefix>(\w+)</g)).toEqual(['oai_dc', 'jats'])
      const sets = await ask('verb=ListSets')
      expect(sets).toContain(`<setSpec>category-${category.id}</setSpec><setName>Ecology &amp; Climate</setName>`)
      expect(sets).toContain(`<setSpec>volume-${volume.id}</setSpec><setName>${volume.title}</setName>`)
    })

    test('GetRecord in Dublin Core and in JATS', async () => {
      const get = `verb=GetRecord&identifier=oai:journal.test:${article.id}`
      const dc = await ask(`${get}&metadataPrefix=oai_dc`)
      for (const said of [
        `<datestamp>2026-05-04T03:02:01Z</datestamp><setSpec>category-${category.id}</setSpec><setSpec>volume-${volume.id}</setSpec>`,
        '<dc:title>Light &amp; Rosa</dc:title><dc:creator>Malik, Ayesha</dc:creator>',
        '<dc:subject>light</dc:subject><dc:subject>shade</dc:subject><dc:subject>Ecology &amp; Climate</dc:subject>',
        `<dc:identifier>http://journal.test/blog/${article.id}</dc:identifier><dc:identifier>https://doi.org/10.1234/oai</dc:identifier>`,
      ])
        expect(dc).toContain(said)
      const [metadata] = metadataIn(await ask(`${get}&metadataPrefix=jats`))
      expect([metadata!.namespaceURI, metadata!.localName]).toEqual(['http://jats.nlm.nih.gov', 'article'])
    })

    test('ListIdentifiers and ListRecords name what is public', async () => {
      expect(idsIn(await ask('verb=ListIdentifiers&metadataPrefix=oai_dc'))).toEqual([article.id])
      expect(idsIn(await ask(LIST))).toEqual([article.id])
    })

    test('by POST as well, and no other body', async () => {
      const send = (payload: string, type: string) =>
        journal.app.inject({ method: 'POST', url: '/oai', payload, headers: { 'content-type': type } })
      const answer = await send(LIST, 'application/x-www-form-urlencoded')
      expect(answer.statusCode).toBe(200)
      expect(idsIn(answer.body)).toEqual([article.id])
      expect(errorIn((await send('', 'application/x-www-form-urlencoded')).body)).toBe('badVerb')
      expect((await send('{}', 'text/plain')).statusCode).toBe(415)
      expect((await send('a'.repeat(5_000), 'application/x-www-form-urlencoded')).statusCode).toBe(413)
    })

    test.each([
      ['', 'badVerb'],
      ['verb=Nothing', 'badVerb'],
      ['verb=constructor', 'badVerb'],
      ['verb=Identify&verb=Identify', 'badVerb'],
      ['verb=identify', 'badVerb'],
      ['verb=Identify&set=a', 'badArgument'],
      ['verb=Identify&__proto__=a', 'badArgument'],
      ['verb=GetRecord', 'badArgument'],
      ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
      ['verb=ListRecords', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=a&metadataPrefix=b', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=a%20b', 'badArgument'],
      [`${LIST}&resumptionToken=a`, 'badArgument'],
      [`${LIST}&from=2026`, 'badArgument'],
      [`${LIST}&from=2026-02-30`, 'badArgument'],
      [`${LIST}&from=2026-01-01T00:00:00`, 'badArgument'],
      [`${LIST}&from=2026-01-01&until=2026-01-02T00:00:00Z`, 'badArgument'],
      [`${LIST}&from=2026-01-02&until=2026-01-01`, 'badArgument'],
      [`${LIST}&set=a%20b`, 'badArgument'],
      [`${LIST}&set=category:1`, 'noRecordsMatch'],
      [`${LIST}&set=category-0123456789ab`, 'noRecordsMatch'],
      [`${LIST}&until=2026-05-03`, 'noRecordsMatch'],
      [`${LIST}&from=2026-05-05`, 'noRecordsMatch'],
      ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
      ['verb=ListRecords&resumptionToken=%00x', 'badResumptionToken'],
      [`verb=ListRecords&resumptionToken=${Buffer.from('{"m":"oai_dc"}').toString('base64url')}`, 'badResumptionToken'],
      [`verb=ListRecords&resumptionToken=${'a'.repeat(1_000)}`, 'badResumptionToken'],
      ['verb=ListSets&resumptionToken=a', 'badResumptionToken'],
      ['verb=GetRecord&metadataPrefix=oai_dc&identifier=%zz%00%20', 'idDoesNotExist'],
      ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:other.test:1', 'idDoesNotExist'],
      ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:journal.test:0123456789ab', 'idDoesNotExist'],
      ['verb=ListMetadataFormats&identifier=oai:journal.test:x', 'idDoesNotExist'],
    ])('%s is %s', async (query, code) => {
      const xml = await ask(query)
      expect(errorIn(xml)).toBe(code)
      if (code === 'badVerb' || code === 'badArgument')
        expect(xml).toContain('<request>http://journal.test/oai</request>')
    })

    test.each([
      ['from=2026-05-04', true],
      ['until=2026-05-04', true],
      ['from=2026-05-04T03:02:01Z&until=2026-05-04T03:02:01Z', true],
      ['from=2026-05-04T03:02:02Z', false],
      ['until=2026-05-04T03:02:00Z', false],
    ])('%s', async (range, isIn) => {
      expect(idsIn(await ask(`${LIST}&${range}`))).toEqual(isIn ? [article.id] : [])
    })
  })

  describe('what a harvester must see', () => {
    test('every change raises the date; what is hidden is deleted, and comes back', async () => {
      journal = await open()
      const { database } = journal
      const admin = await aSignedIn(journal, { role: 'admin' })
      const [category, other] = [await aCategory(database), await aCategory(database)]
      const volume = await aVolume(database)
      const { id } = await anArticle(database, { category, volume })
      const pending = await anArticle(database, { state: 'pending', category })
      const LONG_AGO = '2020-01-01T00:00:00.000Z'
      const changes = async (what: () => Promise<unknown>) => {
        await dated(id, LONG_AGO)
        await what()
        const { changed_at, deleted } = await dateOf(id)
        return [changed_at > LONG_AGO, deleted]
      }
      const statusOf = async () =>
        /<header( status="deleted")?>/.exec(
          await ask(`verb=GetRecord&metadataPrefix=jats&identifier=oai:journal.test:${id}`),
        )![1]
      const done = async (answer: Promise<{ status: number; text: string }>) =>
        expect((await answer).status, (await answer).text).toBeLessThan(300)
      const rename = { name: 'New name', slug: 'new-name' }
      expect(await changes(() => done(journal.put(`/categories/${category.id}`, rename, { as: admin })))).toEqual([
        true,
        0,
      ])
      expect(
        await changes(() => done(journal.put(`/volumes/${volume.id}`, { title: 'Volume 99' }, { as: admin }))),
      ).toEqual([true, 0])
      const people = database.db.updateTable('contributors').set({ orcid_authenticated_at: LONG_AGO })
      expect(await changes(() => people.execute())).toEqual([true, 0])
      const text = database.db
        .updateTable('articles')
        .set({ title: 'Corrected', category_id: other.id })
        .where('id', '=', id)
      expect(await changes(() => text.execute())).toEqual([true, 0])
      expect(idsIn(await ask(`${LIST}&set=category-${other.id}`))).toEqual([id])
      const archive = (isArchive: boolean) => journal.put(`/posts/${id}/archive`, { archive: isArchive }, { as: admin })
      expect(await changes(() => done(archive(true)))).toEqual([true, 1])
      expect(await statusOf()).toBe(' status="deleted"')
      expect(await changes(() => text.execute())).toEqual([false, 1])
      expect(await changes(() => done(archive(false)))).toEqual([true, 0])
      expect(await statusOf()).toBeUndefined()
      expect(
        await changes(() =>
          done(journal.send('DELETE', `/posts/delete/${id}`, { reason: 'Withdrawn' }, { as: admin })),
        ),
      ).toEqual([true, 1])
      expect(await statusOf()).toBe(' status="deleted"')
      expect(
        await changes(() => done(journal.put(`/categories/${other.id}`, { name: 'B', slug: 'b' }, { as: admin }))),
      ).toEqual([false, 1])
      const listed = await ask(`${LIST}&set=category-${other.id}`)
      expect(listed).toMatch(new RegExp(`<header status="deleted"><identifier>oai:journal.test:${id}</identifier>`))
      // What never was public never was a record.
      await done(journal.send('DELETE', `/posts/delete/${pending.id}`, {}, { as: admin }))
      expect(idsIn(await ask(LIST))).toEqual([id])
    })

    test('a harvest returns each at least once, whatever changes meanwhile, and ends', async () => {
      journal = await open()
      const { database } = journal
      const ids: string[] = []
      for (let number = 0; number < 11; number++) ids.push((await anArticle(database)).id)
      const admin = await aSignedIn(journal, { role: 'admin' })
      const quiet = await harvest(LIST)
      expect(quiet.flatMap(idsIn).sort()).toEqual([...ids].sort())
      expect(quiet.map((page) => /completeListSize="11" cursor="(\d+)"/.exec(page)?.[1])).toEqual(['0', '3', '6', '9'])
      const changing = await harvest(LIST, async (page) => {
        if (page > 3) return
        const [first, last] = [ids[page]!, ids[11 - page]!]
        await journal.put(`/posts/${first}/archive`, { archive: true }, { as: admin })
        await database.db
          .updateTable('articles')
          .set({ title: `Page ${page}` })
          .where('id', '=', last)
          .execute()
        if (page === 2) await journal.send('DELETE', `/posts/delete/${ids[6]}`, { reason: 'Error' }, { as: admin })
        if (page === 3) ids.push((await anArticle(database)).id)
      })
      expect(new Set(changing.flatMap(idsIn))).toEqual(new Set(ids))
      // Those of one date have an order as well.
      await database.db.updateTable('harvest_records').set({ changed_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect((await harvest(LIST)).flatMap(idsIn).sort()).toEqual([...ids].sort())
      expect((await harvest('verb=ListIdentifiers&metadataPrefix=jats')).flatMap(idsIn).sort()).toEqual([...ids].sort())
    })

    test('texts in JATS, in pages that are cut where they grow long', async () => {
      journal = await open()
      for (const name of ['plain.xml', 'structured.xml', 'group-author.xml']) {
        const content = readFileSync(join(FIXTURES, name))
        const given = {
          article: readJats(parseJats(content)),
          xml: { name, content },
          origin: 'imported',
          text: null,
        } as const
        await importArticle(journal.resources, given)
      }
      const pages = await harvest('verb=ListRecords&metadataPrefix=jats')
      expect(pages.flatMap(metadataIn).filter((article) => article.getElementsByTagName('body').length).length).toBe(1)
      const app = Fastify()
      mountOai(app, journal.resources, { on: false }, new JatsTexts(journal.resources), {
        ...PAGES,
        mostCharacters: 100,
      })
      const first = await ask('verb=ListRecords&metadataPrefix=jats', app)
      expect(idsIn(first)).toHaveLength(1)
      expect(idsIn(await ask(`verb=ListRecords&resumptionToken=${tokenIn(first)}`, app))).toHaveLength(1)
    })

    test.skipIf(!hasClient)(
      'a harvest by HTTP::OAI, another’s client, returns each once (left out where Debian’s libhttp-oai-perl is not installed)',
      async () => {
        journal = await open()
        const ids: string[] = []
        for (let number = 0; number < 8; number++) ids.push((await anArticle(journal.database)).id)
        await anArticle(journal.database, { state: 'archived' })
        const app = await repository()
        const address = await app.listen({ port: 0, host: '127.0.0.1' })
        const script = `
          use HTTP::OAI;
          my $harvester = HTTP::OAI::Harvester->new(baseURL => $ARGV[0]);
          my $identify = $harvester->Identify; die $identify->message if $identify->is_error;
          for my $prefix ('oai_dc', 'jats') {
            my $list = $harvester->ListRecords(metadataPrefix => $prefix, onRecord => sub {
              print $prefix, ' ', $_[0]->identifier, $_[0]->is_deleted ? ' deleted' : '', "\\n";
            });
            die $list->message if $list->is_error;
          }`
        const client = spawn('perl', ['-e', script, `${address}/oai`])
        let said = ''
        let failed = ''
        client.stdout.on('data', (chunk) => (said += String(chunk)))
        client.stderr.on('data', (chunk) => (failed += String(chunk)))
        const status = await new Promise((resolve) => client.on('close', resolve))
        await app.close()
        expect([status, failed]).toEqual([0, ''])
        const expected = ['oai_dc', 'jats'].flatMap((prefix) => ids.map((id) => `${prefix} oai:journal.test:${id}`))
        expect(said.trim().split('\n').sort()).toEqual(expected.sort())
      },
    )
  })
})
