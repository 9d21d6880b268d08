import { DOMParser } from '@xmldom/xmldom'
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { journal as identity } from '../journal.config.ts'
import type { PublicArticle } from '../src/contract/api/articles.ts'
import { citationRecord, type CitationRecord } from '../src/contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from './support/test-article.ts'
import { plainTitle } from '../src/contract/rules/text/inline-markup.ts'
import { oneLine } from '../src/contract/rules/text/plain-text.ts'
import { listPublicArticles } from '../src/journal/publication/articles/queries.ts'
import { bibtex } from '../src/journal/discovery/citation/bibtex.ts'
import { csl } from '../src/journal/discovery/citation/csl.ts'
import { endNote, ris } from '../src/journal/discovery/citation/reference-managers.ts'
import { importFolder } from '../src/extensions/importing/import-folder.ts'
import { jats } from '../src/journal/documents/jats/write/article.ts'
import { dublinCoreTags } from '../src/web/features/articles/article/dublin-core.ts'
import { highwireTags, type MetaTag } from '../src/web/features/articles/article/highwire.ts'
import { scholarlyArticle } from '../src/web/features/articles/article/schema-org.ts'
import { eachDatabase, type TestJournal } from './support/databases.ts'

/** What every format says of an article; null: it says nothing, undefined: it has no place for it. */
interface Said {
  title: string
  /** 'Family, Given, Suffix', without commas within a part. */
  authors: string[]
  date: string | null
  volume: string | null
  issue: string | null
  /** The first and the last page, or the article number. */
  place: string | null
  doi: string | null
  journal: string
  issn: string | null
  licence?: string
}

const nameOf = (...parts: (string | null | undefined)[]): string =>
  parts
    .map((part) => oneLine((part ?? '').replaceAll(',', ' ')))
    .filter(Boolean)
    .join(', ')

function ofJats(xml: string): Said {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement!
  const within = (node: typeof root, tag: string) => [...node.getElementsByTagName(tag)]
  const meta = within(root, 'article-meta')[0]!
  const text = (tag: string, node = meta) => oneLine(within(node, tag)[0]?.textContent ?? '') || null
  return {
    title: text('article-title')!,
    authors: within(meta, 'contrib').map((one) =>
      within(one, 'name').length
        ? nameOf(
            // A single name is marked as a given name.
            ...(text('surname', one) === null
              ? [text('given-names', one)]
              : [text('surname', one), text('given-names', one)]),
            text('suffix', one),
          )
        : nameOf(text('collab', one) ?? text('string-name', one)),
    ),
    date: within(meta, 'pub-date')[0]?.getAttribute('iso-8601-date') ?? null,
    volume: text('volume'),
    issue: text('issue'),
    place: ends(text('fpage') ?? text('elocation-id'), text('lpage')),
    doi: within(meta, 'article-id').find((id) => id.getAttribute('pub-id-type') === 'doi')?.textContent ?? null,
    journal: text('journal-title', root)!,
    issn: text('issn', root),
    licence: text('ali:license_ref')!,
  }
}

const valuesOf = (tags: readonly MetaTag[]) => (name: string) =>
  tags.flatMap((tag) => (tag.name === name ? [tag.content] : []))

function ofHighwire(record: CitationRecord): Said {
  const values = valuesOf(highwireTags(record))
  const value = (name: string) => values(`citation_${name}`)[0] ?? null
  return {
    title: value('title')!,
    authors: values('citation_author'),
    date: value('publication_date')?.replaceAll('/', '-') ?? null,
    ...{ volume: value('volume'), issue: value('issue'), place: ends(value('firstpage'), value('lastpage')) },
    ...{ doi: value('doi'), journal: value('journal_title')!, issn: value('issn') },
  }
}

/** '7' for '7-7', and '1-10' for '1-5, 7-10'. */
function ends(pages: string | null | undefined, lastPage: string | null = null): string | null {
  const [first, ...more] = pages?.split(/[-–,]+\s*/) ?? []
  const last = lastPage ?? more.at(-1)
  return first === undefined ? null : last === undefined || last === first ? first : `${first}-${last}`
}

function ofDublinCore(record: CitationRecord): Said {
  const values = valuesOf(dublinCoreTags(record))
  const value = (name: string) => values(`DC.${name}`)[0] ?? null
  return {
    title: value('Title')!,
    authors: values('DC.Creator'),
    date: value('Date'),
    ...{ volume: value('Source.Volume'), issue: value('Source.Issue'), place: ends(value('Identifier.pageNumber')) },
    ...{ doi: value('Identifier.DOI'), journal: value('Source')!, issn: value('Source.ISSN') },
    licence: value('Rights')!,
  }
}

type Json = Record<string, any> // eslint-disable-line @typescript-eslint/no-explicit-any

function ofSchemaOrg(record: CitationRecord): Said {
  const article: Json = scholarlyArticle(record)
  const parts: Json[] = []
  for (let part: Json | undefined = article.isPartOf; part; part = part.isPartOf) parts.push(part)
  const part = (type: string): Json | undefined => parts.find((each) => each['@type'] === type)
  return {
    title: article.headline,
    authors: ((article.author ?? []) as Json[]).map((one) =>
      one.givenName ? nameOf(one.familyName, one.givenName, one.honorificSuffix) : nameOf(one.name),
    ),
    date: article.datePublished ?? null,
    volume: part('PublicationVolume')?.volumeNumber ?? null,
    issue: part('PublicationIssue')?.issueNumber ?? null,
    place: ends(article.pagination),
    doi: article.identifier?.value ?? null,
    journal: part('Periodical')!.name,
    issn: part('Periodical')!.issn ?? null,
    licence: article.license,
  }
}

function ofCsl(record: CitationRecord): Said {
  const [item] = JSON.parse(csl(record)) as [Json]
  return {
    title: plainTitle((item.title as string).replaceAll('&', '&amp;').replaceAll(/<(?!\/?(?:i|sub|sup)>)/g, '&lt;')),
    authors: ((item.author ?? []) as Json[]).map((one) =>
      nameOf(
        one.literal ?? [one['non-dropping-particle'], one.family].filter(Boolean).join(' '),
        one.given,
        one.suffix,
      ),
    ),
    date:
      (item.issued?.['date-parts'][0] as number[] | undefined)?.map((n) => String(n).padStart(2, '0')).join('-') ??
      null,
    ...{ volume: item.volume ?? null, issue: item.issue ?? null, place: ends(item.page) },
    ...{ doi: item.DOI ?? null, journal: item['container-title'], issn: item.ISSN ?? null },
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Text as LaTeX shows it. */
const shown = (latex: string): string =>
  latex
    .replace(/\{\\text(\w+)\}/g, (_, name: string) => SIGNS[name]!)
    .replace(/\\text(?:it|subscript|superscript)\b/g, '')
    .replace(/\\([&%$#_])/g, '$1')
    .replace(/[{}]/g, '')
    .replaceAll('\u0001', '{')
    .replaceAll('\u0002', '}')
const SIGNS: Record<string, string> = {
  ...{ braceleft: '\u0001', braceright: '\u0002', asciitilde: '~', asciicircum: '^', backslash: '\\' },
  ...{ less: '<', greater: '>' },
}

function ofBibtex(record: CitationRecord): Said {
  const fields = new Map(
    [...bibtex(record).matchAll(/^ {2}(\w+) = (.*),$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/^\{(.*)\}$/, '$1'),
    ]),
  )
  const field = (name: string) => (fields.has(name) ? shown(fields.get(name)!) : null)
  const month = MONTHS.indexOf(fields.get('month') ?? '') + 1
  return {
    title: field('title')!,
    authors: (fields.get('author')?.split(/ and (?![^{]*\})/) ?? []).map((name) => {
      if (/^\{.*\}$/.test(name)) return nameOf(shown(name))
      const parts = name.split(', ').map(shown)
      return parts.length === 3 ? nameOf(parts[0], parts[2], parts[1]) : nameOf(...parts)
    }),
    date: field('year') && month ? `${field('year')}-${String(month).padStart(2, '0')}` : null,
    ...{ volume: field('volume'), issue: field('number')?.replace('--', '-') ?? null },
    place: ends(field('pages')?.replaceAll('--', '-')),
    ...{ doi: field('doi'), journal: field('journal')!, issn: field('issn') },
  }
}

const ofLines = (text: string, pattern: RegExp) => {
  const lines = [...text.matchAll(pattern)].map(([, tag, value]) => [tag!, value!] as const)
  return (tag: string) => lines.flatMap(([name, value]) => (name === tag ? [value] : []))
}

function ofRis(record: CitationRecord): Said {
  const values = ofLines(ris(record), /^([A-Z]\w) {2}- (.*)\r$/gm)
  const value = (tag: string) => values(tag)[0] ?? null
  return {
    title: value('TI')!,
    authors: values('AU'),
    date: value('DA')?.replaceAll('/', '-') ?? null,
    ...{ volume: value('VL'), issue: value('IS'), place: ends(value('SP'), value('EP')) },
    ...{ doi: value('DO'), journal: value('T2')!, issn: value('SN') },
  }
}

function ofEndNote(record: CitationRecord): Said {
  const values = ofLines(endNote(record), /^(%.) (.*)\r$/gm)
  const value = (tag: string) => values(tag)[0] ?? null
  return {
    title: value('%T')!,
    authors: values('%A').map((name) => name.replace(/,$/, '')),
    date: value('%8'),
    ...{ volume: value('%V'), issue: value('%N'), place: ends(value('%P')) },
    ...{ doi: value('%R'), journal: value('%J')!, issn: value('%@') },
  }
}

const FORMATS: Record<string, (record: CitationRecord) => Said> = {
  'citation tags': ofHighwire,
  'Dublin Core': ofDublinCore,
  'JSON-LD': ofSchemaOrg,
  'CSL-JSON': ofCsl,
  BibTeX: ofBibtex,
  RIS: ofRis,
  EndNote: ofEndNote,
}

/** Every field of every format against the article's XML. */
function expectAgreement(article: PublicArticle): void {
  const record = citationRecord(article, TEST_URL, { ...identity, issn: '1234-5679' })
  const { licence, ...xml } = ofJats(jats(record, article))
  for (const [format, read] of Object.entries(FORMATS)) {
    const { licence: saidLicence = licence, date, ...said } = read(record)
    const expected = { ...xml, date: format === 'BibTeX' ? (xml.date?.slice(0, 7) ?? null) : xml.date, licence }
    expect({ format, ...said, date, licence: saidLicence }).toEqual({ format, ...expected })
  }
}

describe('what an article says in each format agrees with its XML', () => {
  const people = [
    { fullName: 'Jan van der Berg' },
    { fullName: 'John Smith Jr.' },
    { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
    { fullName: 'Suharto' },
    { fullName: 'Flora, Fauna and Friends', isGroup: true },
  ]

  test.each<[string, Parameters<typeof testArticle>[0]]>([
    ['everything', { people, issue: '7-8' }],
    ['markup and signs', { title: 'CO<sub>2</sub> &amp; <i>Rosa</i> &lt; 5 % {of} a_b ~ ^', people: [{ fullName: 'A&B Müller_1' }] }],
    ['an article number', { pageNum: null, elocationId: 'e17', volume: null }],
    ['one page', { pageNum: '7' }],
    ['pages with a gap', { pageNum: '1-5,7-10' }],
    ['nothing that may be missing', { people: [], doi: null, volume: null, pageNum: null, publishedAt: null, pdfUrl: null }],
    ['another journal', { source: { journal: 'Plants & Soil', publisher: null } }],
    ['a DOI with signs', { doi: '10.1002/(SICI)1098-1128(199811)18:6<375::AID-MED2>3.0.CO;2-8' }],
  ])('with %s', (_name, article) => {
    expectAgreement(testArticle(article))
  }) // prettier-ignore

  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
      const folder = mkdtempSync(join(inject('temporaryFolder'), 'agree-'))
      const here = join(import.meta.dirname, 'fixtures', 'jats')
      const samples = join(import.meta.dirname, '..', 'sample', 'articles')
      for (const name of ['plain', 'structured', 'group-author', 'bad-orcid'])
        copyFileSync(join(here, `${name}.xml`), join(folder, `${name}.xml`))
      for (const name of readdirSync(samples).slice(0, 12)) copyFileSync(join(samples, name), join(folder, name))
      await importFolder(journal.resources, folder, { origin: 'imported' })
    })

    test('for samples and fixtures', async () => {
      const { data } = await listPublicArticles(journal.database.db, {}, { page: 1, limit: 50 })
      expect(data).toHaveLength(16)
      for (const article of data) expectAgreement(article)
    })
  })
})
