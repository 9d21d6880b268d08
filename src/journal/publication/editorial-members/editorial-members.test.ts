import { beforeEach, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aPng } from '../../../../tests/support/multipart.ts'
import { aWebpOf } from '../../../../tests/support/pictures.ts'
import {
  MEMBERS_CHANGED,
  MEMBERS_EXIST,
  MEMBERS_REQUIRED,
  type EditorialMembersVersion,
} from '../../../contract/api/editorial-members.ts'
import { PICTURE_BYTES_MAX, PICTURE_TOO_LARGE } from '../../../contract/rules/text/rich-text.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'

const picture = (bytes: number) => `<img src="data:image/png;base64,${aPng(bytes).toString('base64')}" alt="" />`

describe('the editorial board', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeEach(async () => {
      journal ??= await open()
      admin ??= await aSignedIn(journal, { role: 'admin', fullName: 'Ada Green' })
      await journal.database.db.deleteFrom('editorial_members').execute()
      await journal.database.db.deleteFrom('editorial_members_versions').execute()
    })

    const create = (members: unknown) => journal.post('/editorial-members', { members }, { as: admin })
    const update = (members: string, more: object = {}) =>
      journal.put('/editorial-members/board', { members, ...more }, { as: admin })
    const versions = async (): Promise<EditorialMembersVersion[]> =>
      (await journal.get('/editorial-members/board/versions', { as: admin })).body
    const restore = (versionId: string, more: object = {}) =>
      journal.post(`/editorial-members/board/versions/${versionId}/restore`, more, { as: admin })
    const shown = async () => (await journal.get('/editorial-members')).body

    test('a picture that is too much to unpack is refused', async () => {
      const bomb = `<p>Editors</p><img src="data:image/webp;base64,${aWebpOf.lossless(16_000, 16_000).toString('base64')}" alt="" />`
      const answer = await create(bomb)
      expect([answer.status, answer.body.errors.members]).toEqual([400, expect.stringContaining('50 megapixels')])
    })

    test('is created once, and shown at once', async () => {
      expect(await shown()).toEqual([])
      const made = await create('<h1>Editors</h1><p>Dr Flora Green</p>')
      expect(made.status, made.text).toBe(201)
      expect(made.body).toEqual({
        id: 'board',
        members: '<h1>Editors</h1><p>Dr Flora Green</p>',
        updatedAt: expect.any(String),
        version: 1,
        fromPeople: false,
      })
      expect(await shown()).toEqual([made.body])
      const second = await create('<p>Another</p>')
      expect(second.status).toBe(409)
      expect(second.body.message).toBe('There is already an editorial-members record')
      expect(MEMBERS_EXIST).toBe(second.body.message)
      expect(await shown()).toEqual([made.body])
      expect(await versions()).toEqual([])
    })

    test('of several creations at the same moment one counts', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => create(`<p>Board ${n}</p>`)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      expect(await shown()).toEqual([answers.find((answer) => answer.status === 201)!.body])
    })

    test('is changed by PUT and PATCH, each time as the next version, and keeps what it was', async () => {
      const made = await create('<p>One</p>')
      const second = await update('<p>Two</p>', { version: 1 })
      expect(second.status, second.text).toBe(200)
      const third = await journal.send(
        'PATCH',
        '/editorial-members/board',
        { members: '<p>Three</p>', version: 2 },
        { as: admin },
      )
      expect(third.status, third.text).toBe(200)
      expect(third.body).toMatchObject({ id: 'board', members: '<p>Three</p>' })
      expect(await shown()).toEqual([third.body])
      const dates = [made, second, third].map((answer) => answer.body.updatedAt)
      expect(dates).toEqual(dates.toSorted())
      expect([made, second, third].map((answer) => answer.body.version)).toEqual([1, 2, 3])
      expect(await versions()).toEqual([
        {
          id: expect.any(String),
          members: '<p>Two</p>',
          updatedAt: dates[1],
          replacedBy: 'Ada Green',
          replacedAt: dates[2],
        },
        {
          id: expect.any(String),
          members: '<p>One</p>',
          updatedAt: dates[0],
          replacedBy: 'Ada Green',
          replacedAt: dates[1],
        },
      ])
    })

    test('what someone else has changed is not written over', async () => {
      const made = await create('<p>One</p>')
      await update('<p>Two</p>')
      const late = await update('<p>Late</p>', { version: made.body.version })
      expect(late.status).toBe(409)
      expect(late.body.message).toBe(
        'Someone else has changed the editorial members since you opened them. Please look at their version first.',
      )
      expect((await restore((await versions())[0]!.id, { version: made.body.version })).body.message).toBe(
        MEMBERS_CHANGED,
      )
      expect((await shown())[0].members).toBe('<p>Two</p>')
    })

    test('two writers at once never lose a state silently', async () => {
      await create('<p>Start</p>')
      const written = new Set(['<p>Start</p>'])
      for (let round = 0; round < 6; round++) {
        const texts = [`<p>${round} left</p>`, `<p>${round} right</p>`]
        const answers = await Promise.all(texts.map((members) => update(members)))
        for (const [at, answer] of answers.entries()) {
          expect([200, 409], answer.text).toContain(answer.status)
          if (answer.status === 200) written.add(texts[at]!)
        }
      }
      const kept = [...(await shown()), ...(await versions())].map(({ members }) => members)
      expect(kept.sort()).toEqual([...written].sort())
      expect(journal.logged).toEqual([])
    })

    test('saving what is there already changes nothing', async () => {
      const made = await create('<p>One</p>')
      expect((await update('<p>One</p>')).body).toEqual(made.body)
      expect(await versions()).toEqual([])
    })

    test('an earlier state comes back, and the present one becomes an earlier one', async () => {
      await create('<p>One</p>')
      await update('<p>Two</p>')
      const [one] = await versions()
      const restored = await restore(one!.id)
      expect(restored.status, restored.text).toBe(200)
      expect(restored.body.members).toBe('<p>One</p>')
      expect(await shown()).toEqual([restored.body])
      expect((await versions()).map((version) => version.members)).toEqual(['<p>Two</p>', '<p>One</p>'])
      expect((await restore('222222222222')).body.message).toBe('Version not found')
    })

    test('keeps its last 20 earlier states', async () => {
      await create('<p>0</p>')
      for (let n = 1; n <= 22; n++) expect((await update(`<p>${n}</p>`)).status).toBe(200)
      const kept = (await versions()).map((version) => version.members)
      expect(kept).toEqual(Array.from({ length: 20 }, (_, n) => `<p>${21 - n}</p>`))
      // The oldest is restored in full, though it drops out of the list as a result.
      const oldest = (await versions()).at(-1)!
      expect((await restore(oldest.id)).body.members).toBe('<p>2</p>')
      expect((await versions()).map((version) => version.members)).toEqual(['<p>22</p>', ...kept.slice(0, -1)])
    })

    test('is cleaned when it is written, and again when it is read', async () => {
      const made = await create('<p onclick="x()">A</p><script>alert(1)</script>')
      expect(made.body.members).toBe('<p>A</p>')
      expect((await update('<p>B</p><img src="x" onerror="alert(1)">')).body.members).toBe('<p>B</p>')
      const harmful = '<p>C</p><iframe src="https://x.test"></iframe>'
      await journal.database.transaction(async (tx) => {
        await tx.updateTable('editorial_members').set({ members: harmful, members_cleaner: 0 }).execute()
        await touchPublicSite(tx)
      })
      expect((await shown())[0].members).toBe('<p>C</p>')
      await update('<p>D</p>')
      expect((await versions())[0]!.members).toBe('<p>C</p>')
    })

    test.each([
      '',
      ' \n ',
      '<p><br></p>',
      '<p>&nbsp;</p>',
      '<script>alert(1)</script>',
      '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    ])('%o says nothing and is refused', async (members) => {
      const refused = { message: MEMBERS_REQUIRED, errors: { members: 'Please enter members content' } }
      const made = await create(members)
      expect(made.status).toBe(400)
      expect(made.body).toMatchObject(refused)
      await create('<p>One</p>')
      const changed = await update(members)
      expect(changed.status).toBe(400)
      expect(changed.body).toMatchObject(refused)
      expect((await shown())[0].members).toBe('<p>One</p>')
    })

    test('a picture in it may have 300 kB and not a byte more', async () => {
      expect((await create(picture(PICTURE_BYTES_MAX))).status).toBe(201)
      expect((await shown())[0].members).toBe(picture(PICTURE_BYTES_MAX))
      const larger = await update(`<p>a</p>${picture(PICTURE_BYTES_MAX + 1)}`)
      expect(larger.status).toBe(400)
      expect(larger.body).toMatchObject({ message: PICTURE_TOO_LARGE, errors: { members: PICTURE_TOO_LARGE } })
      expect(PICTURE_TOO_LARGE).toBe('Images in the text must be at most 300 KB each')
    })

    test('the audit log knows each change without its whole text', async () => {
      await create(`<p>${'fern '.repeat(10_000)}</p>`)
      await update('<p>Two</p>')
      await restore((await versions())[0]!.id)
      const entries = await journal.database.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('subject', '=', 'board')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(3)
        .execute()
      expect(entries.map((entry) => entry.action).sort()).toEqual([
        'editorial-members.create',
        'editorial-members.restore',
        'editorial-members.update',
      ])
      const updated = entries.find((entry) => entry.action === 'editorial-members.update')!
      const [before, after] = [JSON.parse(updated.before!), JSON.parse(updated.after!)]
      expect(before).toMatchObject({ characters: 50_007, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(before.begins).toHaveLength(200)
      expect(after).toMatchObject({ begins: 'Two', characters: 10 })
    })

    test('other ids are not there, and unknown keys are refused', async () => {
      await create('<p>One</p>')
      const body = { members: '<p>Two</p>' }
      const [version] = await versions().then(async () => (await update('<p>Two</p>'), versions()))
      for (const answer of [
        await journal.put('/editorial-members/other', body, { as: admin }),
        await journal.get('/editorial-members/other/versions', { as: admin }),
        await journal.post(`/editorial-members/other/versions/${version!.id}/restore`, {}, { as: admin }),
      ]) {
        expect(answer.status).toBe(404)
        expect(answer.body.message).toBe('Editorial members not found')
      }
      expect((await update('<p>Three</p>', { role: 'chief' })).body.errors).toEqual({ role: 'Unknown field "role"' })
      expect((await journal.post('/editorial-members', { ...body, id: 'b' }, { as: admin })).status).toBe(400)
      for (const version of ['yesterday', 0, 1.5]) {
        expect((await update('<p>Three</p>', { version })).status).toBe(400)
      }
    })

    test('is no business of visitors and authors', async () => {
      await create('<p>One</p>')
      const author = await aSignedIn(journal)
      const body = { members: '<p>Mine</p>' }
      for (const [as, status] of [
        [undefined, 401],
        [author, 403],
      ] as const) {
        expect((await journal.post('/editorial-members', body, { as })).status).toBe(status)
        expect((await journal.put('/editorial-members/board', body, { as })).status).toBe(status)
        expect((await journal.send('PATCH', '/editorial-members/board', body, { as })).status).toBe(status)
        expect((await journal.get('/editorial-members/board/versions', { as })).status).toBe(status)
        expect((await journal.post('/editorial-members/board/versions/a/restore', {}, { as })).status).toBe(status)
      }
    })
  })
})
