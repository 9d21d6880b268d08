import { beforeAll, describe, expect, test } from 'vitest'
import { journal as identity } from '../../../journal.config.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { citationRecord } from '../../contract/rules/articles/citation/record.ts'
import { anArticle, aVolume, type ArticleOptions } from '../../../tests/support/builders.ts'
import { crossrefFaults } from '../../../tests/support/crossref-schema.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { presentPublicArticle } from '../../journal/publication/articles/present.ts'
import { findPublicArticle, loadArticles } from '../../journal/publication/articles/queries.ts'
import { loadSampleContent } from '../importing/load-samples.ts'
import { depositXml, type Deposited } from './deposit-xml.ts'
import { aReference } from '../../../tests/support/references.ts'
import { isTextAwaited, referencesOfArticles, type DepositedReference } from './references.ts'
import { replaceReferences } from '../../journal/publication/full-text/stored-text.ts'

const PUBLIC_URL = 'https://journal.test'
const TIMESTAMP = '20261122134502123'

describe('the deposit of an article', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ publicUrl: PUBLIC_URL })
    })

    const deposited = async (options: ArticleOptions, references: DepositedReference[] = []): Promise<Deposited> => {
      const { id } = await anArticle(journal.database, options)
      const article = presentPublicArticle((await findPublicArticle(journal.database.db, id))!)
      return { article, record: citationRecord(article, PUBLIC_URL), references }
    }
    const written = async (options: ArticleOptions, references?: DepositedReference[]) => {
      const xml = depositXml({
        ...{ id: 'batch-1', timestamp: TIMESTAMP },
        articles: [await deposited(options, references)],
      })
      expect(crossrefFaults(xml)).toEqual([])
      return xml
    }

    test('names the journal, the batch and who deposits', async () => {
      const xml = await written({ doi: '10.5555/jpbr.1' })
      expect(xml).toContain(`<doi_batch_id>batch-1</doi_batch_id><timestamp>${TIMESTAMP}</timestamp>`)
      expect(xml).toContain(`<email_address>${identity.contact.email}</email_address>`)
      expect(xml).toContain(`<full_title>${identity.name}</full_title>`)
      expect(xml).toContain(`<abbrev_title>${identity.abbreviation}</abbrev_title>`)
    })

    test('holds title, people, dates, pages, licence, links and references', async () => {
      const volume = await aVolume(journal.database, { title: 'Volume 300' + engine })
      const { id, ...options } = {
        id: '',
        doi: '10.5555/jpbr.3.x',
        title: 'CO<sub>2</sub> &amp; <i>Zea mays</i>',
        abstract: '<h2>Methods</h2><p>We <i>counted</i> leaves &lt; 5 cm.</p><ul><li>By day</li></ul>',
        volume,
        issue: '7-8',
        page_num: '41-56,60',
        accepted_on: '2026-03-04',
        published_at: '2026-04-05T10:00:00.000Z',
        pdf: null,
        contributors: [
          {
            role: 'Corresponding Author' as const,
            full_name: 'Rabia Khan',
            orcid: '0000-0002-1825-0097',
            orcid_authenticated_at: '2026-01-01T00:00:00.000Z',
            affiliations: [
              {
                institution: 'University of Peradeniya',
                department: 'Botany',
                city: 'Kandy',
                country: 'Sri Lanka',
                ror: 'https://ror.org/025h79t26',
              },
            ],
          },
          { full_name: 'Bruno Kovář', orcid: '0000-0001-5109-3700' },
          { full_name: 'The Maize Consortium', family_name: null, is_group: 1 },
          { role: 'Reviewer' as const, full_name: 'Reviewer-Secret Person' },
        ],
      }
      const xml = await written(options, [
        { doi: '10.1371/journal.pone.0000001', text: 'Someone (2006) PLOS.' },
        { doi: null, text: 'A < B (1901) An old book & others.' },
      ])
      expect(xml).toContain('<title>CO<sub>2</sub> &amp; <i>Zea mays</i></title>')
      expect(xml).toContain(
        '<person_name sequence="first" contributor_role="author"><given_name>Rabia</given_name><surname>Khan</surname>' +
          '<affiliations><institution><institution_name>University of Peradeniya</institution_name>' +
          '<institution_id type="ror">https://ror.org/025h79t26</institution_id>' +
          '<institution_place>Kandy, Sri Lanka</institution_place>' +
          '<institution_department>Botany</institution_department></institution></affiliations>' +
          '<ORCID authenticated="true">https://orcid.org/0000-0002-1825-0097</ORCID></person_name>',
      )
      expect(xml).toContain('<ORCID authenticated="false">https://orcid.org/0000-0001-5109-3700</ORCID>')
      expect(xml).toContain(
        '<organization sequence="additional" contributor_role="author">The Maize Consortium</organization>',
      )
      expect(xml).not.toContain('Reviewer-Secret')
      expect(xml).toContain('<jats:abstract><jats:sec><jats:title>Methods</jats:title><jats:p>We <jats:italic>counted')
      expect(xml).toContain('leaves &lt; 5 cm.')
      expect(xml).toContain(
        '<publication_date media_type="online"><month>04</month><day>05</day><year>2026</year></publication_date>' +
          '<acceptance_date media_type="online"><month>03</month><day>04</day><year>2026</year></acceptance_date>' +
          '<pages><first_page>41</first_page><last_page>56</last_page><other_pages>60</other_pages></pages>',
      )
      expect(xml).toContain('<issue>7-8</issue>')
      expect(xml).toContain(
        `<ai:license_ref applies_to="vor" start_date="2026-04-05">${identity.licence.url}</ai:license_ref>`,
      )
      expect(xml).toMatch(
        /<doi>10\.5555\/jpbr\.3\.x<\/doi><resource[^>]*>https:\/\/journal\.test\/blog\/\w+<\/resource>/,
      )
      expect(xml).toContain('<citation key="ref1"><doi>10.1371/journal.pone.0000001</doi></citation>')
      expect(xml).toContain(
        '<citation key="ref2"><unstructured_citation>A &lt; B (1901) An old book &amp; others.</unstructured_citation>',
      )
    })

    test.each(['', '10.5555/policy'])('names grants and works, with Crossmark by %j', async (crossmarkPolicy) => {
      const { article, record, references } = await deposited({ doi: `10.5555/grants${crossmarkPolicy.length}` })
      const place = { doi: null, accession: null, url: null, relation: null, repository: null }
      const said = {
        awards: [{ funder: 'Fern & Fund', ror: 'https://ror.org/025h79t26', number: 'F-7', doi: '10.35802/218300' }],
        links: [
          {
            ...place,
            kind: 'data' as const,
            relation: 'analysed' as const,
            doi: '10.5061/dryad.1',
            repository: 'Dryad',
          },
          { ...place, kind: 'preprint' as const, url: 'https://a.test/p' },
          { ...place, kind: 'sequence' as const, accession: 'PRJNA1' },
        ],
      }
      const all = [{ article, record: { ...record, ...said }, references }]
      const xml = depositXml(
        { id: 'batch-1', timestamp: TIMESTAMP, articles: all },
        { schema: '5.4.0', crossmarkPolicy },
      )
      expect(crossrefFaults(xml)).toEqual([])
      expect(xml).toContain(
        '<fr:program name="fundref"><fr:assertion name="fundgroup"><fr:assertion name="funder_name">Fern &amp; Fund</fr:assertion><fr:assertion name="award_number">F-7</fr:assertion></fr:assertion></fr:program>',
      )
      expect(xml).toContain(
        '<rel:description>Dryad</rel:description><rel:inter_work_relation relationship-type="basedOnData" identifier-type="doi">10.5061/dryad.1<',
      )
      expect(xml).toContain('relationship-type="hasPreprint" identifier-type="uri">https://a.test/p<')
      expect(xml).toContain('relationship-type="isSupplementedBy" identifier-type="accession">PRJNA1<')
      const later = depositXml(
        { id: 'batch-1', timestamp: TIMESTAMP, articles: all },
        { schema: '5.5.0', crossmarkPolicy },
      )
      expect(later).toContain('<fr:assertion name="ror">https://ror.org/025h79t26</fr:assertion>')
      expect(later).toContain('<fr:assertion name="grant_doi">10.35802/218300</fr:assertion>')
    })

    test('links the PDF for text mining and Similarity Check', async () => {
      const article = await deposited({ doi: '10.5555/jpbr.2' })
      article.record.pdfUrl = `${PUBLIC_URL}/blog/x.pdf`
      const xml = depositXml({ id: 'batch-1', timestamp: TIMESTAMP, articles: [article] })
      expect(crossrefFaults(xml)).toEqual([])
      const resource = `<resource mime_type="application/pdf" content_version="vor">${PUBLIC_URL}/blog/x.pdf</resource>`
      expect(xml).toContain(`<collection property="crawler-based"><item crawler="iParadigms">${resource}</item>`)
      expect(xml).toContain(`<collection property="text-mining"><item>${resource}</item></collection>`)
    })

    test.each<[string, ArticleOptions]>([
      ['no abstract and no volume', { abstract: '', page_num: null }],
      ['an article number', { elocation_id: 'e17' }],
      ['a name with digits and question marks', { contributors: [{ full_name: 'R2-D2 ?uestion 3rd' }] }],
      ['a name of digits alone', { contributors: [{ full_name: '4711', family_name: '4711', given_names: null }] }],
      ['a single name', { contributors: [{ full_name: 'Suharto' }] }],
      ['a very long name', { contributors: [{ full_name: `${'Given '.repeat(20)}${'Family'.repeat(20)}` }] }],
      ['a very long affiliation', { contributors: [{ affiliation: 'Institute '.repeat(200) }] }],
      ['no people at all', { contributors: [] }],
      [
        'text that looks like markup',
        { title: '&lt;/title&gt;]]&gt; &amp;amp;', abstract: '<p>&lt;jats:p&gt; ]]&gt;</p>' },
      ],
      ['pages with one number', { page_num: '7' }],
      ['a licence of another kind', { licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/' }],
      ['a licence without an address', { licence_url: 'All rights reserved' }],
      [
        'an abstract of every kind of block',
        {
          abstract:
            '<h1>A</h1><h3>B</h3><blockquote><p>Quote</p></blockquote><ol><li>One<ul><li>Two</li></ul></li></ol>' +
            '<table><tbody><tr><th>H</th></tr><tr><td>1</td></tr></tbody></table>' +
            '<p><a href="https://plants.test/?a=1&amp;b=2">link</a> x<sup>2</sup> <u>u</u> <s>s</s></p>',
        },
      ],
    ])('is valid with %s', async (_what, options) => {
      await written({ doi: '10.5555/' + crypto.randomUUID(), ...options })
    })
  })
})

describe('the sample articles', () => {
  eachDatabase((open, engine) => {
    test('are valid, one by one and in one file, with their references', async () => {
      const journal = await open({ publicUrl: PUBLIC_URL })
      await loadSampleContent(journal.resources)
      const rows = await journal.database.db.selectFrom('public_articles').selectAll().execute()
      const references = await referencesOfArticles(
        journal.database.db,
        rows.map(({ id }) => id),
      )
      const articles = (await loadArticles(journal.database.db, rows)).map((loaded): Deposited => {
        const article = presentPublicArticle(loaded)
        return { article, record: citationRecord(article, PUBLIC_URL), references: references.get(article.id) ?? [] }
      })
      expect(articles.length).toBeGreaterThan(20)
      const withReferences = articles.filter(({ references }) => references.length >= 5)
      expect(withReferences.length).toBeGreaterThan(20)
      for (const { references } of withReferences) {
        for (const { doi } of references) expect(doi).toMatch(/^10\.5555\/sampleref\./)
      }
      const batch = (some: Deposited[]) => depositXml({ id: 'batch-1', timestamp: TIMESTAMP, articles: some })
      // What is written is the same on both engines: once is enough for the slow part.
      if (engine === 'sqlite') for (const one of articles) expect(crossrefFaults(batch([one]))).toEqual([])
      expect(crossrefFaults(batch(articles))).toEqual([])
    })
  })
})

describe('references', () => {
  eachDatabase((open) => {
    test('are those of each article in their order, by DOI or as worded, within limits', async () => {
      const { database } = await open()
      const [one, other, none] = [await anArticle(database), await anArticle(database), await anArticle(database)]
      await database.transaction(async (tx) => {
        await replaceReferences(tx, one.id, [
          aReference({ doi: '10.1371/a.1', text: 'PLOS 2006.' }),
          aReference({ doi: '10.x', text: 'Smith 1901.' }),
          aReference({ text: '  ' }),
          aReference({ text: 'long '.repeat(1000) }),
        ])
        await replaceReferences(
          tx,
          other.id,
          Array.from({ length: 1200 }, () => aReference()),
        )
      })
      const found = await referencesOfArticles(database.db, [one.id, other.id, none.id])
      expect(found.get(one.id)).toEqual([
        { doi: '10.1371/a.1', text: 'PLOS 2006.' },
        { doi: null, text: 'Smith 1901.' },
        { doi: null, text: expect.stringMatching(/^(?:long ){399}long$/) },
      ])
      expect(found.get(other.id)).toHaveLength(1000)
      expect(found.get(none.id)).toBeUndefined()
    })

    test('are awaited while the text is still to be read, but not forever', async () => {
      const { database } = await open()
      const { id } = await anArticle(database)
      expect(await isTextAwaited(database.db, id)).toBe(false)
      await database.transaction((tx) => enqueueJob(tx, 'texts', id))
      expect(await isTextAwaited(database.db, id)).toBe(true)
      await database.db.updateTable('jobs').set({ attempts: 3 }).where('subject', '=', id).execute()
      expect(await isTextAwaited(database.db, id)).toBe(false)
    })
  })
})
