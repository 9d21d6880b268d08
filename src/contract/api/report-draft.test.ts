import { afterEach, expect, test } from 'vitest'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { journal, setJournal } from '../journal.ts'
import { answersToAll } from './report-draft.ts'

afterEach(useDefaultJournal)

const Answers = answersToAll('Please choose an answer')
const asking = (...ids: string[]) => {
  const now = journal()
  const questions = ids.map((id) => ({ id, ask: `${id}?`, short: id }))
  setJournal(() => ({ ...now, review: { ...now.review, questions } }))
}

test('a question that was retired since the form was opened keeps nobody from sending, and its answer is left out', () => {
  asking('methods', 'results')
  expect(Answers.parse({ methods: 'yes', results: 'no', retired: 'yes' })).toEqual({ methods: 'yes', results: 'no' })
})

test('a question that was added since is asked for at its own place', () => {
  asking('methods', 'added')
  const { error } = Answers.safeParse({ methods: 'yes' })
  expect(error!.issues).toMatchObject([{ path: ['added'], message: 'Please choose an answer' }])
})

test('a part of every object is no answer', () => {
  asking('constructor')
  expect(Answers.safeParse({}).success).toBe(false)
  expect(Answers.parse({ constructor: 'yes' })).toEqual({ constructor: 'yes' })
})
