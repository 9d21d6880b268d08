import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aFile, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aPng } from '../../../../tests/support/multipart.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { newId } from '../../../platform/ids.ts'
import { renewBoardRecord } from './publish-board.ts'

const person = (name: string, more: object = {}) => ({
  ...{ id: newId(), name, affiliation: 'Sample University', country: 'Kenya', orcid: null, photoUrl: null, bio: '' },
  ...more,
})
const term = (personId: string, groupId: string, more: object = {}) => ({
  ...{ id: newId(), personId, groupId, role: '', from: '2023-03-01', until: null },
  ...more,
})

describe('the editorial board as people', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    beforeEach(async () => {
      const { db } = journal.database
      for (const table of [
        'editorial_members_versions',
        'editorial_members',
        'board_terms',
        'board_people',
        'board_groups',
      ] as const)
        await db.deleteFrom(table).execute()
    })
    afterEach(() => void vi.useRealTimers())

    const [chief, members] = [
      { id: 'chief', name: 'Editor-in-Chief' },
      { id: 'members', name: 'Members' },
    ]
    const [nusrat, kamau, gulsen] = [person('Nusrat Shirazi'), person('Kamau Githinji'), person('Gülşen Akdağ')]
    const board = (more: object = {}) => ({
      groups: [chief, members],
      people: [nusrat, kamau, gulsen],
      terms: [
        term(nusrat.id, 'chief'),
        term(kamau.id, 'members', { from: '2024-05-01', role: 'Statistics' }),
        term(gulsen.id, 'members', { from: null, until: '2024-04-30' }),
      ],
      version: 0,
      ...more,
    })
    const publish = (body: unknown) => journal.put('/editorial-board', body, { as: admin })
    const read = async (on?: string) => (await journal.get(`/editorial-board${on ? `?on=${on}` : ''}`)).body
    const names = async (on?: string) =>
      ((await read(on)).groups as { name: string; members: { person: { name: string } }[] }[]).map((group) => [
        group.name,
        ...group.members.map(({ person: { name } }) => name),
      ])
    const record = async () => (await journal.get('/editorial-members')).body[0]

    test('shows who serves today, and earlier boards by their day', async () => {
      const answer = await publish(board())
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ version: 1, fromPeople: true })
      expect(await names()).toEqual([
        ['Editor-in-Chief', 'Nusrat Shirazi'],
        ['Members', 'Kamau Githinji'],
      ])
      expect(await names('2024-04-30')).toEqual([
        ['Editor-in-Chief', 'Nusrat Shirazi'],
        ['Members', 'Gülşen Akdağ'],
      ])
      expect(await names('2023-02-28')).toEqual([['Members', 'Gülşen Akdağ']])
      expect((await read()).earlier).toEqual(['2023-03-01'])
      expect((await read('2999-01-01')).day).toBe(new Date().toISOString().slice(0, 10))
      expect((await journal.get('/editorial-board?on=2024-02-30')).status).toBe(400)
    })

    test('writes the record as a version, and any HTML makes it a free text again', async () => {
      const made = await journal.post('/editorial-members', { members: '<p>Dr Flora Green</p>' }, { as: admin })
      await publish(board({ version: 1 }))
      const { id, members: html, version } = await record()
      expect(version).toBe(2)
      expect(html).toBe(
        '<h2>Editor-in-Chief</h2><ul><li><strong>Nusrat Shirazi</strong><br />Sample University, Kenya</li></ul>' +
          '<h2>Members</h2><ul><li><strong>Kamau Githinji</strong><br />Statistics<br />Sample University, Kenya</li></ul>',
      )
      const versions = await journal.get(`/editorial-members/${id}/versions`, { as: admin })
      expect(versions.body.map((one: { members: string }) => one.members)).toEqual([made.body.members])
      const put = await journal.put(`/editorial-members/${id}`, { members: html }, { as: admin })
      expect(put.status, put.text).toBe(200)
      // The very text of the people is a free text as well, once it is put.
      expect(await read()).toMatchObject({ html, groups: [] })
      const edited = await journal.get('/editorial-board/edit', { as: admin })
      expect(edited.body).toMatchObject({ fromPeople: false, version: 3 })
      expect(edited.body.people).toHaveLength(3)
    })

    test('nobody’s newer change is lost', async () => {
      await publish(board())
      const late = await publish(board({ groups: [chief, { ...members, name: 'Late' }] }))
      expect(late.status).toBe(409)
      const answers = await Promise.all([
        publish(board({ version: 1, people: [nusrat, kamau, gulsen, person('A')] })),
        publish(board({ version: 1, people: [nusrat, kamau, gulsen, person('B')] })),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(journal.logged).toEqual([])
    })

    test('changed dates are logged, with who changed them', async () => {
      await publish(board())
      const [first, ...others] = board().terms
      await publish(board({ version: 1, terms: [{ ...first, until: '2099-01-01' }, ...others] }))
      const entries = (await loadAuditEntries(journal.database, 'board')).filter(
        ({ action }) => action === 'editorial-members.publish',
      )
      const changed = entries.find((entry) => entry.after.terms.length === 1)!
      expect(changed.actor_id).toBe(admin.user.id)
      expect(changed.before.terms).toEqual(['Nusrat Shirazi, Editor-in-Chief: 2023-03-01 to …'])
      expect(changed.after.terms).toEqual(['Nusrat Shirazi, Editor-in-Chief: 2023-03-01 to 2099-01-01'])
    })

    test.each([
      ['nobody serves', { terms: [] }, 'form'],
      ['a term ends before it begins', { terms: [term(nusrat.id, 'chief', { until: '2020-01-01' })] }, 'terms.0.until'],
      ['no such day', { terms: [term(nusrat.id, 'chief', { from: '2024-02-30' })] }, 'terms.0.from'],
      ['a group that is not there', { terms: [term(nusrat.id, 'nowhere')] }, 'terms.0.groupId'],
      ['a person who is not there', { terms: [term('nobody', 'chief')] }, 'terms.0.personId'],
      ['one person twice', { people: [nusrat, nusrat, kamau, gulsen] }, 'form'],
      ['a name of signs', { people: [{ ...nusrat, name: '…' }, kamau, gulsen] }, 'people.0.name'],
      [
        'an iD that is none',
        { people: [{ ...nusrat, orcid: '0000-0002-1825-0098' }, kamau, gulsen] },
        'people.0.orcid',
      ],
      [
        'a picture from elsewhere',
        { people: [{ ...nusrat, photoUrl: 'https://evil.test/x.png' }, kamau, gulsen] },
        'people.0.photoUrl',
      ],
    ])('%s: refused at its field, and nothing is written', async (_what, more, field) => {
      const answer = await publish(board(more))
      expect(answer.status, answer.text).toBe(400)
      expect(Object.keys(answer.body.errors)).toEqual([field])
      expect(await journal.database.db.selectFrom('board_people').select('id').execute()).toEqual([])
      expect(await record()).toBeUndefined()
    })

    test('a photo is an own upload that belongs to nothing else; readers see it as long as it is on the board', async () => {
      const { store } = journal.resources
      const photo = await aFile(journal.database, {
        name: 'n.png',
        mediaType: 'image/png',
        owner: admin.user,
        store,
        content: aPng(),
      })
      const others = await aFile(journal.database, {
        name: 'n.png',
        mediaType: 'image/png',
        owner: await aUser(journal.database),
        store,
        content: aPng(),
      })
      const withPhoto = (url: string, version = 0) =>
        publish(board({ version, people: [{ ...nusrat, photoUrl: url }, kamau, gulsen] }))
      expect((await withPhoto(fileUrl(others))).status).toBeGreaterThanOrEqual(400)
      expect((await withPhoto(fileUrl(photo))).status).toBe(200)
      const { photoUrl } = (await read()).groups[0].members[0].person
      expect((await journal.app.inject(photoUrl)).statusCode).toBe(200)
      // It stays when the board is published again, and is of one person only.
      expect((await withPhoto(photoUrl, 1)).status).toBe(200)
      expect((await publish(board({ version: 2 }))).status).toBe(200)
      expect((await journal.app.inject(photoUrl)).statusCode).toBe(404)
    })

    test('when a term has begun or ended, the record is renewed once', async () => {
      const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const [first] = board().terms
      await publish(board({ terms: [first, term(kamau.id, 'members', { from: soon })] }))
      await renewBoardRecord(journal.database)
      expect((await record()).version).toBe(1)
      expect((await record()).members).not.toContain('Kamau')
      vi.useFakeTimers({ now: Date.now() + 4 * 86_400_000, toFake: ['Date'] })
      await Promise.all(
        [renewBoardRecord(journal.database), renewBoardRecord(journal.database)].map((each) => each.catch(() => {})),
      )
      await renewBoardRecord(journal.database)
      expect((await record()).version).toBe(2)
      expect((await record()).members).toContain('Kamau')
      const [version] = await journal.database.db.selectFrom('editorial_members_versions').selectAll().execute()
      expect(version).toMatchObject({ version: 1, replaced_by: null })
    })
  })
})
