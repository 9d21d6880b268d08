import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { aNotice, aPublished, aReady } from '../../../../tests/support/notice-builders.ts'
import { twoPages } from '../../../../tests/support/pdf-pages.ts'
import type { NoticeKind, Standing } from '../../../contract/rules/articles/notices.ts'
import { newId } from '../../../platform/ids.ts'
import { copiesOf, seenAs, type Copied, type CopySeen, type CopyToSee } from './copies.ts'

const COPIED: Copied = {
  ...{ id: 'ferula', title: 'Ploidy in wild Ferula', doi: '10.5555/ferula', standing: 'retracted', categoryId: 'c' },
  ...{ volumeId: 'v', hasPdf: true, noticeId: 'the-notice', noticeDoi: '10.5555/notice' },
  former: [
    { number: 2, hasPdf: true, hasXml: true },
    { number: 1, hasPdf: false, hasXml: false },
  ],
}
const copy = (says: CopyToSee['says'], more: Partial<CopyToSee> = {}): CopyToSee => ({
  ...{ group: 'Pages', name: 'Article', address: '/blog/ferula', says },
  ...more,
})

describe('what a copy has to say', () => {
  const TITLE = 'RETRACTED: Ploidy in wild <i>Ferula</i>'
  test.each<[string, CopyToSee, string, Standing, CopySeen['state']]>([
    ['the word before the title', copy('mark'), TITLE, 'retracted', 'right'],
    [
      'with markup and escapes',
      copy('title'),
      'title = {RETRACTED: {Ploidy} in wild \\textit{Ferula}}',
      'retracted',
      'right',
    ],
    ['a title without it', copy('title'), 'Ploidy in wild Ferula', 'retracted', 'wrong'],
    ['the word elsewhere', copy('title'), 'RETRACTED: Others. Ploidy in wild Ferula', 'retracted', 'wrong'],
    [
      'an article that is not listed',
      copy('title', { mayLack: true }),
      'Other titles',
      'retracted',
      'unchanged on purpose',
    ],
    ['one that is listed without it', copy('title', { mayLack: true }), 'Ploidy in wild Ferula', 'retracted', 'wrong'],
    ['a corrected one that names its notice', copy('mark'), 'doi.org/10.5555/notice', 'corrected', 'right'],
    ['a corrected one that does not', copy('mark'), 'Ploidy in wild Ferula', 'corrected', 'wrong'],
    ['a title of a corrected one', copy('title'), 'Ploidy in wild Ferula', 'corrected', 'unchanged on purpose'],
    ['a file whose name says it', copy('name'), 'filename=x-retracted-roots.pdf', 'retracted', 'right'],
    ['a file whose name does not', copy('name'), 'filename=x-roots.pdf', 'retracted', 'wrong'],
    ['a file of a corrected one', copy('name'), 'filename=x-roots.pdf', 'corrected', 'unchanged on purpose'],
    ['the word outside the part that counts', copy('title', { part: () => '' }), TITLE, 'retracted', 'wrong'],
  ])('%s', (_what, row, body, standing, state) => {
    expect(seenAs(row, { status: 200, body, name: body }, { ...COPIED, standing }).state).toBe(state)
  })

  test('what cannot be fetched is wrong', () => {
    expect(seenAs(copy('address'), { status: 404, body: TITLE, name: '' }, COPIED)).toMatchObject({ state: 'wrong' })
  })

  test('no two rows have the same name', () => {
    const names = copiesOf(COPIED).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(25)
  })
})

describe('the reach of a notice', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let editors: [SignedIn, SignedIn]
    beforeAll(async () => {
      journal = await open()
      editors = [await aSignedIn(journal, { role: 'admin' }), await aSignedIn(journal, { role: 'admin' })]
    })
    const reach = async (id: string) => journal.get(`/notices/${id}/reach`, { as: editors[0] })
    // Pages, and the fonts of cards, need the built site, which journeys have; what is made without it is here.
    const isPage = ({ address }: CopySeen) =>
      /^\/(blog(\/[a-z0-9]{12}(\/v\/1|\/card\.png)?)?|category\/.*|search.*|notices|volume\/.*)$/.test(address ?? '')

    test.each<[NoticeKind]>([['retraction'], ['removal'], ['correction'], ['concern']])(
      'every file, feed and format of an article says so after a %s, and none before',
      async (kind) => {
        const submitter = await aUser(journal.database)
        const pdf = await aFile(journal.database, {
          store: journal.resources.store,
          content: Buffer.from(await twoPages()),
        })
        const { id, title } = await aPublished(journal, { doi: `10.5555/${newId()}`, submitter, pdf })
        const changed = { version: 1, reason: 'One more.', keywords: 'roots, soil' }
        expect((await journal.put(`/posts/${id}`, changed, { as: editors[0] })).status).toBe(200)
        const more = kind === 'concern' ? { reviewOn: '2099-01-01' } : {}
        const ready = await aReady(journal, editors[0], kind, [id], more)
        expect((await reach(ready.id)).status).toBe(404)
        const before = await journal.get(`/posts/details/${id}`)
        expect(before.text).not.toContain('RETRACTED')
        const notice = await aNotice(journal, editors, kind, [id], more)
        const { copies, told } = (await reach(notice.id)).body as { copies: CopySeen[]; told: { emails: number }[] }
        const wrong = copies.filter((one) => one.state === 'wrong' && !isPage(one))
        expect(wrong, title).toEqual([])
        expect(copies.filter((one) => one.state === 'right' && !isPage(one)).length).toBeGreaterThan(10)
        expect(copies.filter(({ group }) => group === 'Deposits').map(({ state }) => state)).toEqual([
          'on its way',
          'on its way',
        ])
        const files = copies
          .filter(({ address }) => /original\.pdf$|v\/1\.pdf$/.test(address ?? ''))
          .map(({ name }) => name)
        const all = ['PDF, original', 'PDF of version 1', 'PDF, original, of version 1']
        expect(files).toEqual(kind === 'removal' ? [] : all)
        expect(told[0]!.emails).toBe(3)
        // Readers know a notice by the article that it has become.
        expect((await reach(notice.articleId!)).status).toBe(200)
      },
    )
  })
})
