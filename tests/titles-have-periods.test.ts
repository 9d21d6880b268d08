import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PublicArticle } from '../src/contract/api/articles.ts'
import type { FormerTitle } from '../src/contract/journal.ts'
import { citationRecord } from '../src/contract/rules/articles/citation/record.ts'
import { citationText } from '../src/contract/rules/articles/citation/text.ts'
import { addDays, dayOf } from '../src/contract/rules/peer-review/days.ts'
import { TITLES_MAX } from '../src/contract/rules/settings/value-faults.ts'
import type { Value } from '../src/contract/rules/settings/values.ts'
import { API_PREFIX } from '../src/contract/rules/site/path-roots.ts'
import { paths } from '../src/contract/rules/site/paths.ts'
import { depositXml } from '../src/extensions/crossref/deposit-xml.ts'
import { depositedArticles } from '../src/extensions/crossref/queries.ts'
import { cardFor } from '../src/journal/discovery/cards/stored-cards.ts'
import { readBody } from '../src/journal/documents/jats/read/body.ts'
import { readJats } from '../src/journal/documents/jats/read/article.ts'
import { parseJats } from '../src/journal/documents/jats/model/parse.ts'
import { jats } from '../src/journal/documents/jats/write/article.ts'
import { typesetArticle } from '../src/journal/documents/typesetting/article-pdf.ts'
import { titleInPrint } from '../src/journal/documents/typesetting/words.ts'
import { presentPublicArticle } from '../src/journal/publication/articles/present.ts'
import { findPublicArticle } from '../src/journal/publication/articles/queries.ts'
import { exportSettings } from '../src/journal/settings/export.ts'
import { importSettings } from '../src/journal/settings/command.ts'
import { startJournal } from '../src/journal/settings/start.ts'
import { latestNumber, readVersion } from '../src/journal/settings/versions.ts'
import { dublinCoreTags } from '../src/web/features/articles/article/dublin-core.ts'
import { highwireTags } from '../src/web/features/articles/article/highwire.ts'
import { scholarlyArticle } from '../src/web/features/articles/article/schema-org.ts'
import { anArticle, aSignedIn, aVolume, type SignedIn } from './support/builders.ts'
import { eachDatabase, type TestJournal } from './support/databases.ts'
import { useDefaultJournal } from './support/default-journal.ts'

const OLD = { name: 'Annals of Ferns', abbreviation: 'ANF', issn: '2049-3630', issnPrint: '' }
// What ends a value, a line or a tag in one of the formats, and letters from right to left.
const NEW = { name: 'Moss & Fern} <i>"Letters"</i> 50 % نباتات', abbreviation: 'MFL', issn: '1234-5679', issnPrint: '' }
const FIRST_DAY = '2026-07-01'
const FORMER: FormerTitle = { ...OLD, until: '2026-06-30' }

const NEITHER = 'is in no answer about an article of the other title'

describe('an article keeps the title of the day on which it was published', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let before: string
    let after: string

    const version = async () => latestNumber(journal.database.db)
    const publish = async (values: Record<string, Value | null>) =>
      journal.post('/settings/versions', { base: await version(), values, texts: [] }, { as: admin })
    const published = async (values: Record<string, Value | null>) => {
      const made = await publish(values)
      expect(made.status, made.text).toBe(201)
    }
    const undo = async () => journal.post(`/settings/versions/${await version()}/undo`, {}, { as: admin })
    const goTo = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T00:00:05Z`) })
    const now = <T>(work: () => T | Promise<T>): Promise<T> =>
      journal.resources.currentJournal.withLatest(async () => work())
    const article = async (id: string): Promise<PublicArticle> =>
      presentPublicArticle((await findPublicArticle(journal.database.db, id))!)
    const recordOf = (id: string) => now(async () => citationRecord(await article(id), journal.resources.publicUrl))
    const text = async (address: string) => {
      const answer = await journal.app.inject({ url: address })
      expect(answer.statusCode, address).toBe(200)
      return `${String(answer.headers['content-disposition'] ?? '')}\n${answer.body}`
    }

    /** All that tells of one article, by what it is called. */
    const toldOf = async (id: string): Promise<Record<string, string>> => {
      const { publicUrl } = journal.resources
      const made = await now(async () => {
        const one = await article(id)
        const record = citationRecord(one, publicUrl)
        const xml = jats(record, one)
        const document = parseJats(Buffer.from(xml))
        const [deposited] = await depositedArticles(journal.database.db, publicUrl, [id])
        const { pdf } = await typesetArticle(readJats(document), readBody(document))
        return {
          'citation tags': JSON.stringify(highwireTags(record)),
          'Dublin Core': JSON.stringify(dublinCoreTags(record)),
          'JSON-LD': JSON.stringify(scholarlyArticle(record)),
          'the reference on its page': citationText(record),
          'its card': JSON.stringify(cardFor(one, publicUrl)),
          Crossref: depositXml({ id: 'x', timestamp: '20260101000000000', articles: [deposited!] }),
          'JATS of the deposit': xml,
          PDF: Buffer.from(pdf).toString('latin1').split('xmp:CreatorTool')[1]!,
          'head of the PDF': titleInPrint(readJats(document)),
        }
      })
      const oai = (format: string) =>
        text(`${paths.oai}?verb=GetRecord&metadataPrefix=${format}&identifier=oai:${new URL(publicUrl).hostname}:${id}`)
      return {
        ...made,
        BibTeX: await text(paths.articleBibtex(id)),
        RIS: await text(paths.articleRis(id)),
        EndNote: await text(paths.articleEndNote(id)),
        CSL: await text(paths.articleCsl(id)),
        JATS: await text(paths.articleJats(id)),
        DOAJ: await text(paths.doajArticle(id)),
        'OAI, Dublin Core': await oai('oai_dc'),
        'OAI, JATS': await oai('jats'),
        'styles of citation': await text(`${API_PREFIX}/posts/${id}/citations`),
      }
    }

    /** A name with its letters alone: how each format writes its signs is not what is asked here. */
    const letters = (words: string) =>
      words
        .replace(/\\u([0-9a-f]{4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/&(?:amp|lt|gt|quot|#\d+|#x[0-9a-f]+);|\\[a-z]+|\{|\}/gi, ' ')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
    const FORMATS_WITHOUT_ISSN = new Set([
      'the reference on its page',
      'its card',
      'PDF',
      'head of the PDF',
      'styles of citation',
    ])

    const expectTitle = (told: Record<string, string>, title: typeof OLD, other: typeof OLD) => {
      const has = (words: string, name: string) => letters(words).includes(letters(name).trim())
      // The writer of PDFs keeps letters as UTF-8 in its properties.
      const nameOf = (format: string, { name }: typeof OLD) => (format === 'PDF' ? name.slice(0, 4) : name)
      for (const [format, words] of Object.entries(told)) {
        expect([format, has(words, nameOf(format, title))]).toEqual([format, true])
        expect([format, has(words, nameOf(format, other)), NEITHER]).toEqual([format, false, NEITHER])
        if (!FORMATS_WITHOUT_ISSN.has(format)) {
          expect([format, words.includes(title.issn)]).toEqual([format, true])
          expect([format, words.includes(other.issn), NEITHER]).toEqual([format, false, NEITHER])
        }
      }
    }

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
      const volume = await aVolume(journal.database, { title: 'Volume 3' })
      const published = { state: 'public', volume, doi: '10.5555/a' } as const
      before = (await anArticle(journal.database, { ...published, published_at: '2026-06-30T23:59:59.000Z' })).id
      after = (
        await anArticle(journal.database, {
          ...published,
          doi: '10.5555/b',
          published_at: `${FIRST_DAY}T00:00:00.000Z`,
        })
      ).id
      for (const id of [before, after])
        await journal.database.db.updateTable('articles').set({ origin: 'submitted' }).where('id', '=', id).execute()
    })
    afterEach(() => vi.useRealTimers())
    afterAll(useDefaultJournal)

    test('in every format, and both articles of one volume', async () => {
      await published({ ...OLD, 'doi.prefix': '10.5555' })
      expectTitle(await toldOf(before), OLD, NEW)
      await published({ ...NEW, formerTitles: [FORMER] })
      expectTitle(await toldOf(before), OLD, NEW)
      expectTitle(await toldOf(after), NEW, OLD)
      const identify = await text(`${paths.oai}?verb=Identify`)
      expect(identify).toContain('Continues: Until June 30, 2026: Annals of Ferns, ISSN 2049-3630')
      expect(await text(paths.atomFeed)).toContain('Moss &amp; Fern')
      const { volumeId } = await article(before)
      const manifest = await text(paths.lockssVolume(volumeId!))
      expect([manifest.includes('Moss &amp; Fern'), manifest.includes('Annals')]).toEqual([true, false])
      // A correction of the name today leaves the former one, and one of the former leaves today's.
      await published({ name: 'Letters on Mosses' })
      expect([(await recordOf(before)).journal, (await recordOf(after)).journal]).toEqual([
        OLD.name,
        'Letters on Mosses',
      ])
      await published({ formerTitles: [{ ...FORMER, name: 'Annals of the Ferns' }] })
      expect([(await recordOf(before)).journal, (await recordOf(after)).journal]).toEqual([
        'Annals of the Ferns',
        'Letters on Mosses',
      ])
      expect(await text(paths.articleBibtex(before))).toContain('{Annals of the Ferns}')
      expect(await text(`${API_PREFIX}/posts/${before}/citations`)).toContain('Annals of the Ferns')
    })

    test('an undo of a new title gives all articles the one before', async () => {
      await published({ ...OLD, formerTitles: null })
      await published({ ...NEW, formerTitles: [FORMER] })
      expect((await recordOf(after)).journal).toBe(NEW.name)
      expect((await undo()).status).toBe(201)
      for (const id of [before, after])
        expect(await recordOf(id)).toMatchObject({ journal: OLD.name, issn: OLD.issn, journalAbbreviation: 'ANF' })
    })

    test('a day that is moved takes its articles along', async () => {
      await published({ ...NEW, formerTitles: [{ ...FORMER, until: '2026-05-31' }] })
      expect((await recordOf(before)).journal).toBe(NEW.name)
      await published({ formerTitles: [{ ...FORMER, until: FIRST_DAY }] })
      expect((await recordOf(after)).journal).toBe(OLD.name)
    })

    test('a title for a later day shows nowhere before, and everywhere from then on', async () => {
      await published({ ...OLD, formerTitles: null })
      const day = addDays(dayOf(new Date()), 2)
      await published({ ...NEW, formerTitles: [{ ...OLD, until: addDays(day, -1) }] })
      const about = async () => (await journal.get('/pages/about')).body.html as string
      expect(await about()).toContain('Annals of Ferns')
      expect(await text(paths.atomFeed)).not.toContain('Moss')
      expect(await text(`${paths.oai}?verb=Identify`)).not.toContain('Continues')
      // What is published meanwhile leaves the plan.
      await published({ 'society.name': 'Society of Mosses' })
      goTo(day)
      expect(await about()).toContain('Moss &amp; Fern')
      expect(await text(paths.atomFeed)).toContain('Moss &amp; Fern')
      expect((await recordOf(before)).journal).toBe(OLD.name)
      const on = async (asked: string) => (await journal.get(`/pages/about?on=${asked}`)).body.html as string
      expect(await on(day)).toContain('Moss &amp; Fern')
      expect(await on(addDays(day, -1))).toContain('Annals of Ferns')
      const { db } = journal.database
      const rows = await db.selectFrom('text_versions').selectAll().where('slug', '=', 'about').execute()
      const planned = rows.filter(({ in_force_from }) => in_force_from === day)
      expect(new Set(planned.map(({ html }) => html)).size).toBe(planned.length)
    })

    test('an article is cited under the title of the day on which it appears, whenever it was accepted', async () => {
      await published({ ...NEW, formerTitles: [FORMER] })
      const one = { ...(await article(after)), acceptedAt: '2026-06-01T00:00:00.000Z' }
      const record = await now(() => citationRecord(one, ''))
      expect(record).toMatchObject({ journal: NEW.name, acceptedOn: '2026-06-01', doi: '10.5555/b' })
    })

    test('JATS of either title is read as of this journal', async () => {
      const sources = await now(async () =>
        Promise.all(
          [before, after].map(async (id) => {
            const one = await article(id)
            return readJats(parseJats(Buffer.from(jats(citationRecord(one, ''), one)))).source
          }),
        ),
      )
      expect(sources).toEqual([null, null])
    })

    test('titles are exported and imported, and the same afterwards', async () => {
      const exported = await exportSettings(journal.database.db)
      expect(exported.values.formerTitles).toEqual([FORMER])
      await published({ name: null, formerTitles: null })
      await importSettings(journal.database, journal.resources.textBuilder, JSON.stringify(exported))
      expect(await exportSettings(journal.database.db)).toEqual(exported)
    })

    test.each<[string, unknown]>([
      ['no day', [{ ...FORMER, until: '2026-02-30' }]],
      ['two on one day', [FORMER, { ...FORMER, name: 'Other' }]],
      ['a wrong order', [FORMER, { ...FORMER, until: '2025-01-01' }]],
      ['no name', [{ ...FORMER, name: '' }]],
      ['a wrong digit', [{ ...FORMER, issn: '2049-3631' }]],
      ['a line break', [{ ...FORMER, name: 'A\nTI  - B' }]],
      ['more than is asked', [{ ...FORMER, id: 1 }]],
      [
        'too many',
        Array.from({ length: TITLES_MAX + 1 }, (_, at) => ({ ...FORMER, until: addDays('2020-01-01', at) })),
      ],
      ['words', 'Annals'],
      ['numbers', [1, 2]],
      ['null', [null]],
    ])('earlier titles with %s are refused', async (_what, formerTitles) => {
      const number = await version()
      expect((await publish({ formerTitles: formerTitles as Value })).status).toBe(400)
      expect(await version()).toBe(number)
    })

    test('as many as there may be are taken', async () => {
      const many = Array.from({ length: TITLES_MAX }, (_, at) => ({ ...FORMER, until: addDays('2020-01-01', at) }))
      await published({ formerTitles: many })
      expect((await readVersion(journal.database.db)).content.formerTitles!.value).toHaveLength(TITLES_MAX)
      await undo()
    })
  })
})
