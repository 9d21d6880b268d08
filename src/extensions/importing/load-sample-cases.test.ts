import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { openTestJournal } from '../../../tests/support/databases.ts'
import { CASE_STAGES } from '../../contract/rules/peer-review/stages.ts'
import { isInventedAddress } from '../../contract/rules/site/samples.ts'
import { loadSampleCases } from './load-sample-cases.ts'
import { loadSampleContent } from './load-samples.ts'
import type { SampleManuscripts } from './sample-manuscripts.ts'

const root = join(import.meta.dirname, '../../..')

// What becomes of them is tried in sample-cases.test.ts, of the second tier.
test('the sample manuscripts of a first start are in every stage, and nobody of them can be written to', async () => {
  const folder = mkdtempSync(join(inject('temporaryFolder'), 'sample-'))
  mkdirSync(join(folder, 'articles'))
  cpSync(join(root, 'tests/fixtures/jats/plain.xml'), join(folder, 'articles', 'plain.xml'))
  cpSync(join(root, 'sample/manuscripts.json'), join(folder, 'manuscripts.json'))
  const journal = await openTestJournal('sqlite')
  await loadSampleContent(journal.resources, folder)
  await aSignedIn(journal, { role: 'admin' })
  const { manuscripts } = JSON.parse(readFileSync(join(folder, 'manuscripts.json'), 'utf8')) as SampleManuscripts
  expect(await loadSampleCases(journal.resources, folder)).toBe(manuscripts.length)
  const { db } = journal.database
  const cases = await db.selectFrom('review_cases').select('stage').execute()
  expect(new Set(cases.map(({ stage }) => stage))).toEqual(new Set(CASE_STAGES))
  const reviewers = await db.selectFrom('reviewer_addresses').select('email').execute()
  expect(reviewers.length).toBeGreaterThan(10)
  expect(reviewers.filter(({ email }) => !isInventedAddress(email))).toEqual([])
  await journal.close()
})
