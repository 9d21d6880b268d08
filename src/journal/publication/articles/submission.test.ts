import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  ADDRESS_INCOMPLETE,
  AWARD_DOI_INVALID,
  FUNDER_REQUIRED,
  WHERE_REQUIRED,
} from '../../../contract/api/declared-works.ts'
import { ORCID_INVALID, ROR_INVALID } from '../../../contract/rules/people/identifiers.ts'
import { aCategory, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { addDays } from '../../../contract/rules/peer-review/days.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../../tests/support/default-journal.ts'
import { aDocx, aMultipart, aPng } from '../../../../tests/support/multipart.ts'
import { aGifOf, aPngOf } from '../../../../tests/support/pictures.ts'
import { MARKUP_TOO_LONG } from '../../../contract/rules/text/rich-text.ts'
import { sweepFiles } from '../files/sweep.ts'
import { setValue } from '../../settings/command.ts'

describe('submitting a manuscript', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let other: SignedIn
    let categoryId: string
    beforeAll(async () => {
      journal = await open({ uploads: { hourly: false } })
      author = await aSignedIn(journal)
      other = await aSignedIn(journal)
      categoryId = (await aCategory(journal.database)).id
    })

    const upload = async (name = 'paper.docx', content: Uint8Array = aDocx(), as = author): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const aSubmission = async (change: Record<string, unknown> = {}) => ({
      title: 'Seed rain under <i>Prosopis juliflora</i>',
      categoryId,
      excerpt: 'Seeds fall near.',
      keywords: 'seed rain, Prosopis, drylands, dispersal, Thar',
      abstract: '<p>We counted <em>seeds</em>.</p>',
      files: [await upload()],
      contributors: [
        {
          fullName: 'Ayesha Malik',
          email: 'Ayesha@Plants.test',
          affiliation: 'Department of Botany, Multan',
          role: 'Corresponding Author',
          orcidId: '0000-0002-1825-0097',
          profileUrl: 'https://evil.test/',
        },
        { fullName: 'Bruno Kovář', email: 'bruno@plants.test', affiliation: 'Brno', role: 'Author' },
      ],
      ...change,
    })
    const submit = (body: unknown, as = author) => journal.post('/posts', body, { as })

    test('is refused while submissions are closed, unless a file of it was uploaded before, for seven days', async () => {
      const { resources, database } = journal
      const set = (key: string, typed: string | null) => setValue(database, resources.textBuilder, key, typed)
      const begun = await aSubmission()
      const ids = begun.files.map((url) => url.split('/')[2]!)
      const created_at = '2020-01-01T00:00:00.000Z'
      await database.db.updateTable('files').set({ created_at }).where('id', 'in', ids).execute()
      resources.currentJournal.rule()
      try {
        await set('submissions.closed', 'Closed for the summer.')
        vi.useFakeTimers({ now: Date.now() - 8 * 86_400_000, toFake: ['Date'] })
        await set('submissions.open', 'false')
        vi.useRealTimers()
        for (const sent of [begun, await aSubmission()]) {
          const refused = await submit(sent)
          expect([refused.status, refused.body.message]).toEqual([409, 'Closed for the summer.'])
        }
        await set('submissions.open', null)
        await set('submissions.open', 'false')
        expect((await submit(await aSubmission())).status).toBe(409)
        expect((await submit(begun)).status).toBe(201)
      } finally {
        vi.useRealTimers()
        await set('submissions.open', null)
        useDefaultJournal()
      }
      expect((await submit(await aSubmission())).status).toBe(201)
    })

    test('is promised what its request is done with, though something else was published meanwhile', async () => {
      const { database, resources } = journal
      const { currentJournal } = resources
      const promiseDays = (days: string | null) =>
        setValue(database, resources.textBuilder, 'review.promisedDays', days)
      const sent = await aSubmission()
      currentJournal.rule()
      try {
        await promiseDays('40')
        const before = await currentJournal.read()
        await promiseDays('60')
        const edition = vi.spyOn(currentJournal, 'at').mockReturnValue(before)
        const { id } = (await submit(sent)).body
        edition.mockRestore()
        const { received_on, promised_on, journal_version, promised } = await database.db
          .selectFrom('review_cases')
          .innerJoin('manuscript_promises', 'manuscript_promises.article_id', 'review_cases.article_id')
          .select(['received_on', 'promised_on', 'journal_version', 'promised'])
          .where('review_cases.article_id', '=', id as string)
          .executeTakeFirstOrThrow()
        expect(promised_on).toBe(addDays(received_on, 40))
        expect(journal_version).toBe(before.version.number)
        expect(JSON.parse(promised)).toMatchObject({ 'review.promisedDays': 40 })
      } finally {
        await promiseDays(null)
        useDefaultJournal()
      }
    })

    test('makes a pending article with its people and files', async () => {
      const answer = await submit({
        ...(await aSubmission({ imageUrl: await upload('plate.png', aPng()), imageAlt: 'A pod' })),
        comments: 'Please read table 2 first.',
        fundingStatement: ' The Thar Fund, grant 7. ',
        slug: 'ignored',
        isArchive: false,
      })
      expect(answer.status, answer.text).toBe(201)
      // Its smaller copies are made next.
      const queued = journal.database.db.selectFrom('jobs').select('subject').where('kind', '=', 'pictures')
      expect((await queued.execute()).map((row) => row.subject)).toContain(fileIdOf(answer.body.imageUrl))
      expect(answer.body).toMatchObject({
        title: 'Seed rain under <i>Prosopis juliflora</i>',
        published: false,
        approvedByAdmin: false,
        isArchive: false,
        comments: 'Please read table 2 first.',
        fundingStatement: 'The Thar Fund, grant 7.',
        imageAlt: 'A pod',
        categoryId,
      })
      expect(answer.body.slug).toMatch(/^seed-rain-under-prosopis-juliflora/)
      const people = answer.body.contributors.map(
        (link: { contributor: { fullName: string } }) => link.contributor.fullName,
      )
      expect(people).toEqual(['Ayesha Malik', 'Bruno Kovář'])
      expect(answer.body.contributors[0].contributor).toMatchObject({
        email: 'ayesha@plants.test',
        orcidAuthenticated: false,
        profileUrl: 'https://orcid.org/0000-0002-1825-0097',
      })
      expect(answer.body.files).toHaveLength(1)

      const mine = await journal.get('/posts/my-posts', { as: author })
      expect(mine.body.data.map((article: { id: string }) => article.id)).toContain(answer.body.id)
      expect((await journal.get(`/posts/details/${answer.body.id}`)).status).toBe(404)
      expect((await journal.get(`/posts/details/${answer.body.id}`, { as: other })).status).toBe(404)
      expect((await journal.get(`/posts/details/${answer.body.id}`, { as: author })).status).toBe(200)
      expect((await journal.get('/posts/published')).text).not.toContain(answer.body.id)
    })

    test('keeps what each author did, as the word of who submits it', async () => {
      const { contributors, ...rest } = await aSubmission()
      const credit = ['writing-original-draft', 'investigation', 'investigation']
      const answer = await submit({ ...rest, contributors: [{ ...contributors[0], credit }, contributors[1]] })
      expect(answer.status, answer.text).toBe(201)
      const said = answer.body.contributors.map(({ contributor }: { contributor: object }) => contributor)
      expect(said).toMatchObject([
        { credit: ['investigation', 'writing-original-draft'], creditSaidBy: 'submitter' },
        { credit: [], creditSaidBy: null },
      ])
      const refused = await submit(await aSubmission({ contributors: [{ ...contributors[0], credit: ['boss'] }] }))
      expect(refused.status).toBe(400)
    })

    test('keeps funders, and works with the place that was typed', async () => {
      const answer = await submit({
        ...(await aSubmission()),
        awards: [
          { funder: ' The Thar Fund ', number: '7', ror: '025h79t26', doi: 'https://doi.org/10.35802/218300' },
          { funder: 'Another' },
        ],
        links: [
          { kind: 'data', relation: 'generated', identifier: 'https://doi.org/10.5061/dryad.1', repository: 'Dryad' },
          { kind: 'sequence', identifier: 'PRJNA123456', repository: 'GenBank' },
          { kind: 'code', relation: 'analysed', identifier: 'https://code.test/a?b=1' },
        ],
      })
      expect(answer.status, answer.text).toBe(201)
      const none = { doi: null, accession: null, url: null, relation: null }
      expect(answer.body).toMatchObject({
        awards: [
          { funder: 'The Thar Fund', number: '7', ror: 'https://ror.org/025h79t26', doi: '10.35802/218300' },
          { funder: 'Another', number: null, ror: null, doi: null },
        ],
        links: [
          { ...none, kind: 'data', relation: 'generated', doi: '10.5061/dryad.1', repository: 'Dryad' },
          { ...none, kind: 'sequence', accession: 'PRJNA123456', repository: 'GenBank' },
          { ...none, kind: 'code', url: 'https://code.test/a?b=1', repository: null },
        ],
      })
    })

    test.each([
      ['awards.0.funder', { awards: [{ funder: ' ' }] }, FUNDER_REQUIRED],
      ['awards.0.ror', { awards: [{ funder: 'A', ror: '025h79t27' }] }, ROR_INVALID],
      ['awards.0.doi', { awards: [{ funder: 'A', doi: '7' }] }, AWARD_DOI_INVALID],
      ['links.0.kind', { links: [{ kind: '', identifier: 'x' }] }, 'Please choose what it is'],
      ['links.0.identifier', { links: [{ kind: 'data', identifier: '' }] }, WHERE_REQUIRED],
      ['links.0.identifier', { links: [{ kind: 'data', identifier: 'https://' }] }, ADDRESS_INCOMPLETE],
    ])('%s of a declared work is checked', async (field, change, message) => {
      const answer = await submit(await aSubmission(change))
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: message })
    })

    test('keeps which statements were answered, and declares nothing for those that were not', async () => {
      const answer = await submit({
        ...(await aSubmission()),
        competingInterests: ' None declared. ',
        aiUse: 'A model shortened the text.',
        permits: ' ',
        acknowledgements: 'We thank the station.',
      })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({ competingInterests: 'None declared.', permits: null, dataAvailability: null })
      expect(answer.body.statementAnswers).toMatchObject([
        { statement: 'competingInterests', answer: 'none' },
        { statement: 'aiUse', answer: 'text' },
        { statement: 'acknowledgements', answer: 'text' },
      ])
      const rows = await journal.database.db
        .selectFrom('statement_answers')
        .select('answered_by')
        .where('article_id', '=', answer.body.id)
        .execute()
      expect(rows).toEqual(Array.from({ length: 3 }, () => ({ answered_by: author.user.id })))
      const silent = await submit(await aSubmission())
      expect(silent.body.statementAnswers).toEqual([])
      for (const { none } of Object.values(STATEMENTS)) if (none) expect(silent.text).not.toContain(none)
    })

    test.each([
      ['title', { title: '  ' }, 'Title is required'],
      ['title', { title: undefined }, 'Title is required'],
      ['categoryId', { categoryId: '' }, 'Category is required'],
      ['categoryId', { categoryId: '222222222222' }, 'Category is required'],
      ['excerpt', { excerpt: ' \n' }, 'Excerpt is required'],
      ['keywords', { keywords: '' }, 'Keywords are required'],
      ['abstract', { abstract: '<p><br></p>' }, 'Abstract is required'],
      ['abstract', { abstract: '<script>alert(1)</script>' }, 'Abstract is required'],
      // It fits until it is sanitised: each character becomes four.
      ['abstract', { abstract: `a${'<'.repeat(60_000)}` }, MARKUP_TOO_LONG],
      ['files', { files: [] }, 'At least one content file is required'],
      ['files', { files: undefined }, 'At least one content file is required'],
      ['contributors', { contributors: [] }, 'At least one author is required to submit the research'],
      ['contributors', { contributors: undefined }, 'At least one author is required to submit the research'],
      [
        'contributors',
        { contributors: [{ fullName: 'Only A Reviewer', email: 'r@plants.test', affiliation: 'X', role: 'Reviewer' }] },
        'At least one author is required to submit the research',
      ],
    ])('%s is checked in the words of the wizard', async (field, change, message) => {
      const answer = await submit(await aSubmission(change))
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: message })
    })

    test('a picture in the abstract may have 300 kB and not a byte more', async () => {
      const abstract = (bytes: number) =>
        `<p>Seeds.</p><img src="data:image/png;base64,${aPng(bytes).toString('base64')}" alt="" />`
      const most = await submit(await aSubmission({ abstract: abstract(300_000) }))
      expect(most.status, most.text.slice(0, 300)).toBe(201)
      expect(most.body.abstract).toBe(abstract(300_000))
      const more = await submit(await aSubmission({ abstract: abstract(300_001) }))
      expect(more.status).toBe(400)
      expect(more.body.errors).toEqual({ abstract: 'Images in the text must be at most 300 KB each' })
    })

    test('a picture in the abstract must be one, and not too much to unpack', async () => {
      const abstract = (picture: Buffer) =>
        `<p>Seeds.</p><img src="data:image/png;base64,${picture.toString('base64')}" alt="" />`
      for (const [picture, message] of [
        [aPngOf(20_000, 20_000), /at most 50 megapixels/],
        // Browsers sniff the bytes, whatever the declared type.
        [aGifOf(20_000, 20_000), /at most 50 megapixels/],
        [Buffer.from('BM no picture'), /could not be read/],
      ] as const) {
        const answer = await submit(await aSubmission({ abstract: abstract(picture) }))
        expect([answer.status, answer.body.errors?.abstract]).toEqual([400, expect.stringMatching(message)])
      }
      expect((await submit(await aSubmission({ abstract: abstract(aGifOf(20, 20)) }))).status).toBe(201)
    })

    test.each([
      [{ fullName: '' }, 'fullName', 'Full name is required'],
      [{ email: '' }, 'email', 'Email is required'],
      [{ email: 'nobody' }, 'email', 'Invalid email address'],
      [{ affiliation: ' ' }, 'affiliation', 'Affiliation is required'],
      [{ role: '' }, 'role', 'Role is required'],
      [{ role: 'Editor' }, 'role', 'Role is required'],
      [{ orcidId: '0000-0002-1825-0098' }, 'orcidId', ORCID_INVALID],
    ])('an author with %o is refused', async (change, field, message) => {
      const { contributors, ...rest } = await aSubmission()
      const answer = await submit({ ...rest, contributors: [{ ...contributors[0], ...change }] })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.errors).toEqual({ [`contributors.0.${field}`]: message })
    })

    test('has at most a hundred authors and 20 files', async () => {
      const { contributors, ...rest } = await aSubmission()
      const people = (count: number) => Array.from({ length: count }, () => contributors[1])
      expect((await submit({ ...rest, contributors: people(101) })).body.errors).toEqual({
        contributors: 'You can add up to 100 authors',
      })
      expect((await submit({ ...rest, contributors: [contributors[0], ...people(99)] })).status).toBe(201)
      const files = Array.from({ length: 21 }, () => '/files/222222222222/paper.docx')
      expect((await submit(await aSubmission({ files }))).body.errors).toEqual({
        files: 'Please send at most 20 files',
      })
    })

    test('keys that would make it public are refused or not trusted', async () => {
      expect((await submit(await aSubmission({ published: true }))).status).toBe(400)
      expect((await submit(await aSubmission({ authorId: other.user.id }))).status).toBe(400)
      const answer = await submit(await aSubmission({ isArchive: true, approvedByAdmin: true }))
      expect(answer.body).toMatchObject({ isArchive: false, approvedByAdmin: false })
    })

    test('only own uploads can be part of it', async () => {
      const message = 'A file is no longer available. Please upload it again.'
      for (const url of [
        await upload('theirs.docx', aDocx(), other),
        'https://evil.test/paper.pdf',
        '/files/222222222222/x.pdf',
      ]) {
        const answer = await submit(await aSubmission({ files: [url] }))
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toEqual({ files: message })
      }
      const twice = await upload()
      expect((await submit(await aSubmission({ files: [twice, twice] }))).status).toBe(400)
      expect((await submit(await aSubmission({ imageUrl: await upload() }))).body.errors).toHaveProperty('imageUrl')
      expect((await submit(await aSubmission({ files: [await upload('p.png', aPng())] }))).body.errors).toHaveProperty(
        'files',
      )
    })

    test('a featured image may have 5 MB', async () => {
      const large = Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)])
      const answer = await submit(await aSubmission({ imageUrl: await upload('plate.png', large) }))
      expect(answer.status).toBe(413)
      expect(answer.body.message).toBe('The featured image must be at most 5 MB')
    })

    test('markup in an abstract is cleaned, in a title it is text', async () => {
      const answer = await submit(
        await aSubmission({
          title: 'Leaves <script>alert(1)</script> & <i>Ficus</i>',
          abstract: '<p onclick="x()">Good<script>alert(1)</script><a href="javascript:x">link</a></p>',
        }),
      )
      expect(answer.body.title).toBe('Leaves &lt;script&gt;alert(1)&lt;/script&gt; &amp; <i>Ficus</i>')
      expect(answer.body.abstract).not.toMatch(/script|onclick|javascript/)
    })

    test('a title and a key message keep italics, sub- and superscripts, and nothing else', async () => {
      const markup = '<i>Zea</i> &amp; CO<sub>2</sub> &lt; 5 m<sup>2</sup>'
      const written = '<i>Zea</i> & CO<sub>2</sub> < 5 m<sup>2</sup>'
      const answer = await submit(
        await aSubmission({ title: written, excerpt: `${written}\n<b onclick="x()">bold</b>\n<script>` }),
      )
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.title).toBe(markup)
      expect(answer.body.excerpt).toBe(`${written} <b onclick="x()">bold</b> <script>`)
      // Sent back unchanged, it stays the same.
      const again = await submit(await aSubmission({ title: answer.body.title, excerpt: answer.body.excerpt }))
      expect(again.body).toMatchObject({ title: markup, excerpt: answer.body.excerpt })
    })

    test.each([
      ['title', 1000],
      ['excerpt', 2000],
    ])('what is seen of the %s counts, not its tags', async (field, max) => {
      const seen = (characters: number) => '<i>a</i>&lt;'.repeat(characters / 2)
      expect((await submit(await aSubmission({ [field]: seen(max) }))).status).toBe(201)
      const answer = await submit(await aSubmission({ [field]: seen(max) + 'x' }))
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual({ [field]: `Please use at most ${max} characters` })
      expect((await submit(await aSubmission({ [field]: '<i> </i>' }))).status).toBe(400)
    })

    test('sent twice, at once or later, it is one article', async () => {
      const body = await aSubmission()
      const [first, second] = await Promise.all([submit(body), submit(body)])
      const third = await submit(body)
      expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
      expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1)
      const rows = await journal.database.db
        .selectFrom('article_files')
        .selectAll()
        .where('article_id', '=', first.body.id)
        .execute()
      expect(rows).toHaveLength(1)
    })

    test('sent again because its answer was lost, it asks for what was added since, once and by its submitter', async () => {
      const body = await aSubmission()
      const { id } = (await submit(body)).body as { id: string }
      const { db } = journal.database
      const asked = () => db.selectFrom('waivers').select(['asked_by', 'reason']).where('article_id', '=', id).execute()
      const withReason = (reason: string) => ({ ...body, waiver: { kind: 'nothing', reason } })
      const setSubmitter = ({ user }: SignedIn) =>
        db.updateTable('articles').set({ submitter_id: user.id }).where('id', '=', id).execute()
      await setSubmitter(other)
      expect((await submit(withReason('There is no fund.'))).body.id).toBe(id)
      expect(await asked()).toEqual([])
      await setSubmitter(author)
      expect((await submit(withReason('There is no fund.'))).body.id).toBe(id)
      expect(await asked()).toEqual([{ asked_by: author.user.id, reason: 'There is no fund.' }])
      expect((await submit(withReason('Another.'))).body.id).toBe(id)
      expect((await submit(body)).body.id).toBe(id)
      expect(await asked()).toEqual([{ asked_by: author.user.id, reason: 'There is no fund.' }])
    })

    test('eight with the same title at once get eight slugs', async () => {
      const bodies = await Promise.all(Array.from({ length: 8 }, () => aSubmission({ title: 'Same title' })))
      const answers = await Promise.all(bodies.map((body) => submit(body)))
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map((answer) => answer.body.slug)).size).toBe(8)
    })

    describe('deleting', () => {
      const remove = (id: string, as = author) => journal.send('DELETE', `/posts/delete/${id}`, undefined, { as })

      test('one’s own unpublished article goes, and its files wait for 30 days', async () => {
        const { id } = (await submit(await aSubmission())).body as { id: string }
        expect((await remove(id, other)).status).toBe(404)
        const answer = await remove(id)
        expect(answer.body).toEqual({ message: 'Article deleted successfully' })
        expect((await remove(id)).status).toBe(404)
        expect((await journal.get(`/posts/details/${id}`, { as: author })).status).toBe(404)
        const { db } = journal.database
        expect(await db.selectFrom('deleted_articles').select('id').where('id', '=', id).execute()).toHaveLength(1)
        expect(
          await db.selectFrom('deleted_article_files').select('file_id').where('article_id', '=', id).execute(),
        ).toHaveLength(1)
      })

      test('tells the editors, and nobody when an editor deletes', async () => {
        const editor = await aSignedIn(journal, { role: 'admin' })
        const { db } = journal.database
        const emails = async (id: string) =>
          (await db.selectFrom('outbox').selectAll().where('kind', '=', 'submission-deleted').execute())
            .map(({ recipient, data }) => ({ recipient, data: JSON.parse(data) }))
            .filter(({ data }) => data.articleId === id)
        const { id, title } = (await submit(await aSubmission())).body as { id: string; title: string }
        expect((await remove(id, other)).status).toBe(404)
        expect(await emails(id)).toEqual([])
        const answers = await Promise.all([remove(id), remove(id)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
        expect(await emails(id)).toEqual([
          {
            recipient: editor.user.email,
            data: {
              ...{ articleId: id, title, name: editor.user.full_name },
              ...{ author: author.user.full_name, submitterId: author.user.id },
            },
          },
        ])
        const deleted = (await submit(await aSubmission())).body as { id: string }
        expect((await remove(deleted.id, editor)).status).toBe(200)
        expect(await emails(deleted.id)).toEqual([])
        const own = (await submit(await aSubmission({ files: [await upload('own.docx', aDocx(), editor)] }), editor))
          .body as { id: string }
        expect((await remove(own.id, editor)).status).toBe(200)
        expect(await emails(own.id)).toEqual([])
        await db.updateTable('users').set({ role: 'author' }).where('id', '=', editor.user.id).execute()
      })

      test('twice at the same moment deletes once', async () => {
        const { id } = (await submit(await aSubmission())).body as { id: string }
        const answers = await Promise.all([remove(id), remove(id), remove(id)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
      })

      test('a published one stays', async () => {
        const article = await anArticle(journal.database, { state: 'public', submitter: author.user })
        const answer = await remove(article.id)
        expect(answer.status).toBe(403)
        expect(answer.body.message).toBe('Only unpublished articles can be deleted')
        const admin = await aSignedIn(journal, { role: 'admin' })
        expect((await remove(article.id, admin)).status).toBe(200)
        expect((await journal.get('/posts/published')).text).not.toContain(article.id)
      })
    })

    test('files that nobody claimed within three days are swept, others stay, also by a clock that is a day off', async () => {
      // A user who has not used up the hourly upload limit in the tests before.
      const writer = await aSignedIn(journal)
      const loose = await upload('loose.txt', Buffer.from('a'), writer)
      const manuscript = await upload('paper.docx', aDocx(), writer)
      const submitted = await submit(await aSubmission({ files: [manuscript] }), writer)
      const { files } = submitted.body as { files: { url: string }[] }
      const id = (url: string) => url.split('/')[2]!
      const { db } = journal.database
      const there = async (url: string) =>
        (await db.selectFrom('files').select('id').where('id', '=', id(url)).execute()).length === 1
      await sweepFiles(journal.resources)
      expect(await there(loose)).toBe(true)
      // As the clock of a machine says that was a day behind and is a day ahead now.
      const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000).toISOString()
      await db.updateTable('files').set({ created_at: twoDaysAgo }).execute()
      await sweepFiles(journal.resources)
      expect(await there(loose)).toBe(true)
      await db.updateTable('files').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
      await sweepFiles(journal.resources)
      expect(await there(loose)).toBe(false)
      expect(await journal.resources.store.open(id(loose))).toBeNull()
      expect(await there(files[0]!.url)).toBe(true)
    })
  })
})
