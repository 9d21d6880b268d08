import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from './support/builders.ts'
import { crossrefFaultsOf } from './support/crossref-schema.ts'
import { eachDatabase, type TestJournal } from './support/databases.ts'
import { withDoiPrefix } from './support/doi-prefix.ts'
import { reuseFaults } from './support/jats-recommendations.ts'
import { jatsFaults } from './support/jats-schema.ts'
import { aNotice, aPublished } from './support/notice-builders.ts'
import { oaiFaults } from './support/oai-schema.ts'
import type { PublicArticle } from '../src/contract/api/articles.ts'
import { citationRecord } from '../src/contract/rules/articles/citation/record.ts'
import { NOTICES, type NoticeKind, TITLE_PREFIX } from '../src/contract/rules/articles/notices.ts'
import { depositXml } from '../src/extensions/crossref/deposit-xml.ts'
import { depositedArticles } from '../src/extensions/crossref/queries.ts'
import { newId } from '../src/platform/ids.ts'
import { scholarlyArticle } from '../src/web/features/articles/article/schema-org.ts'

const KINDS: readonly NoticeKind[] = ['correction', 'addendum', 'concern', 'retraction', 'removal', 'comment', 'reply']
const CROSSMARK = '10.5555/corrections'

describe('what a notice and its article say of each other', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let editors: [SignedIn, SignedIn]
    beforeAll(async () => {
      journal = await open({ publicUrl: 'https://journal.test' })
      editors = [await aSignedIn(journal, { role: 'admin' }), await aSignedIn(journal, { role: 'admin' })]
    })

    const body = async (url: string): Promise<string> => {
      const answer = await journal.app.inject(url)
      expect(answer.statusCode, url).toBe(200)
      return answer.body
    }
    const details = async (id: string) => (await journal.get(`/posts/details/${id}`)).body as PublicArticle

    describe.each(KINDS)('of a %s', (kind) => {
      let article: PublicArticle
      let notice: PublicArticle
      const ends = () => [
        { of: article, other: notice },
        { of: notice, other: article },
      ]
      beforeAll(async () => {
        const { id } = await aPublished(journal, { doi: `10.5555/${newId()}` })
        const more = kind === 'concern' ? { reviewOn: '2099-01-01' } : {}
        const { articleId } = await aNotice(journal, editors, kind, [id], more)
        article = await details(id)
        notice = await details(articleId!)
      })

      test('is in the API', () => {
        expect(article.notices!.map((one) => one.id)).toEqual([notice.id])
        expect(notice.asNotice!.about.map((one) => one.id)).toEqual([article.id])
        expect(article.standing).toBe(NOTICES[kind].standing)
        expect(article.title.startsWith(TITLE_PREFIX[article.standing])).toBe(true)
        expect(notice).toMatchObject({ type: NOTICES[kind].articleType, standing: 'current' })
      })

      test('is in JATS, which is valid', async () => {
        const types = [NOTICES[kind].forwardType, NOTICES[kind].relatedType]
        for (const [at, { of, other }] of ends().entries()) {
          const xml = await body(`/blog/${of.id}.xml`)
          expect(jatsFaults(xml)).toEqual([])
          expect(reuseFaults(xml)).toEqual([])
          expect(xml).toContain(
            `<related-article related-article-type="${types[at]}" ext-link-type="doi" xlink:href="${other.doi}"/>`,
          )
        }
        expect(await body(`/blog/${notice.id}.xml`)).toContain(`article-type="${NOTICES[kind].articleType}"`)
      })

      test('is in OAI-PMH, with the banner first', async () => {
        for (const { of, other } of ends()) {
          const xml = await body(`/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:journal.test:${of.id}`)
          expect(oaiFaults(xml)).toEqual([])
          expect(xml).toContain(`<dc:relation>https://doi.org/${other.doi}</dc:relation>`)
          expect(xml).not.toContain('status="deleted"')
        }
        const xml = await body(`/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:journal.test:${article.id}`)
        const first = citationRecord(article, 'https://journal.test').notices[0]!.sentence
        expect(/<dc:description>([^<]*)</.exec(xml)?.[1]?.replaceAll('&#39;', "'")).toBe(first)
      })

      test('is in the links for programs and in schema.org', async () => {
        for (const { of, other } of ends()) {
          expect(await body(`/blog/${of.id}.linkset.json`)).toContain(`"https://doi.org/${other.doi}"`)
        }
        const [ofArticle, ofNotice] = ends().map(({ of }) =>
          scholarlyArticle(citationRecord(of, 'https://journal.test')),
        )
        expect(ofArticle!.correction).toMatchObject([
          { '@type': 'CorrectionComment', sameAs: `https://doi.org/${notice.doi}` },
        ])
        expect(ofNotice!.about).toMatchObject([{ url: `https://journal.test/blog/${article.id}` }])
      })

      test.each(['5.4.0', '5.5.0'] as const)('is deposited by schema %s, which it is valid by', async (schema) => {
        const articles = await depositedArticles(journal.database.db, 'https://journal.test', [article.id, notice.id])
        const deposit = (crossmarkPolicy: string, some = articles) =>
          depositXml({ id: 'batch', timestamp: '20261122134502123', articles: some }, { schema, crossmarkPolicy })
        for (const policy of ['', CROSSMARK]) expect(crossrefFaultsOf[schema](deposit(policy))).toEqual([])
        const [ofArticle, ofNotice] = articles.map((one) => deposit(CROSSMARK, [one]))
        const { update } = NOTICES[kind]
        const updates =
          update && `<update type="${update}" date="${notice.publishedAt!.slice(0, 10)}">${article.doi}</update>`
        // Nothing is an update of itself.
        expect(ofArticle).not.toContain('<update ')
        if (updates) expect(ofNotice).toContain(updates)
        else {
          const [to, from] = kind === 'comment' ? ['isCommentOn', 'hasComment'] : ['isReplyTo', 'hasReply']
          expect(ofNotice).toContain(`relationship-type="${to}" identifier-type="doi">${article.doi}<`)
          expect(ofArticle).toContain(`relationship-type="${from}" identifier-type="doi">${notice.doi}<`)
        }
        expect(ofArticle).toContain(`<title>${TITLE_PREFIX[article.standing]}`)
        expect(deposit('', [articles[1]!])).not.toContain('crossmark')
      })
    })

    test('a closed concern says on both notices and on the article how it ended', async () => {
      const { id } = await aPublished(journal, { doi: `10.5555/${newId()}` })
      const concern = await aNotice(journal, editors, 'concern', [id], { reviewOn: '2099-01-01' })
      const { articleId } = await aNotice(journal, editors, 'concern-closed', [id], { closesId: concern.id })
      const article = await details(id)
      expect(article.standing).toBe('current')
      expect(article.notices!.map(({ kind }) => kind)).toEqual(['concern-closed', 'concern'])
      expect((await details(articleId!)).asNotice).toMatchObject({ closes: concern.articleId })
      expect((await details(concern.articleId!)).asNotice).toMatchObject({ closedBy: articleId })
      const record = citationRecord(article, 'https://journal.test')
      expect(record.notices.map(({ isInForce }) => isInForce)).toEqual([true, false])
    })

    test('one notice about several articles is told by each, and names them in their order', async () => {
      const about = [(await aPublished(journal)).id, (await aPublished(journal)).id, (await aPublished(journal)).id]
      const { articleId } = await aNotice(journal, editors, 'retraction', about)
      expect((await details(articleId!)).asNotice!.about.map(({ id }) => id)).toEqual(about)
      for (const id of about) expect((await details(id)).notices!.map((one) => one.id)).toEqual([articleId])
    })

    test('a correction of a correction is told by that notice alone', async () => {
      const { id } = await aPublished(journal)
      const first = await aNotice(journal, editors, 'correction', [id])
      const second = await aNotice(journal, editors, 'correction', [first.articleId!])
      expect((await details(id)).notices!.map((one) => one.id)).toEqual([first.articleId])
      expect(await details(first.articleId!)).toMatchObject({
        standing: 'corrected',
        notices: [{ id: second.articleId }],
      })
    })
  })
})
