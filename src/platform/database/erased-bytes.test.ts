import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aReviewer, aSignedIn, PASSWORD } from '../../../tests/support/builders.ts'
import { openTestJournal } from '../../../tests/support/databases.ts'
import { aCase, asCaller, invited } from '../../../tests/support/review-builders.ts'

/** Which of these texts are in the bytes of the database, whether or not a query would find them. */
function leftIn(file: string, texts: string[]): string[] {
  const files = ['', '-wal', '-shm'].map((end) => file + end).filter((each) => existsSync(each))
  const contents = files.map((each) => readFileSync(each))
  return texts.filter((text) => contents.some((content) => content.includes(text)))
}

test('someone who is erased leaves no byte in the file of the database', async () => {
  const journal = await openTestJournal('sqlite')
  try {
    const file = (journal.where as { file: string }).file
    const admin = await aSignedIn(journal, { role: 'admin' })
    const reviewer = { name: 'Quillemina Vanishedska', email: 'quillemina@vanishedska.test' }
    const article = await aCase(journal.database)
    const known = await aReviewer(journal.database, { fullName: reviewer.name, emails: [reviewer.email] })
    await invited(journal.database, asCaller(admin), article.id, { reviewers: [known] })
    const person = await aSignedIn(journal, {
      fullName: 'Zebulonia Forgottenova',
      email: 'zebulonia@forgottenova.test',
    })
    const texts = [reviewer.name, reviewer.email, person.user.full_name, person.user.email]
    expect(leftIn(file, texts)).toEqual(texts)

    expect((await journal.post(`/reviewers/${known.id}/erase`, {}, { as: admin })).status).toBe(200)
    const deleted = await journal.post(
      '/own-data/delete-account',
      { currentPassword: PASSWORD, confirmation: person.user.email },
      { as: person },
    )
    expect(deleted.status, deleted.text).toBe(200)
    expect(leftIn(file, texts)).toEqual([])
  } finally {
    await journal.close()
  }
})
