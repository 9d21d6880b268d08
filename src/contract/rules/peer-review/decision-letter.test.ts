import { describe, expect, test } from 'vitest'
import { choiceInWords, goesOutInWords } from './decision-choices.ts'
import { answersInOneLine, composeLetter, filesNote, readersInWords } from './decision-letter.ts'

const QUESTIONS = [
  { id: 'methods', short: 'Methods sound and repeatable' },
  { id: 'plants', short: 'Plants correctly named' },
  { id: 'clarity', short: 'Clear' },
]

describe('the letter of a decision', () => {
  test('has the editor’s paragraphs, and each report under its label', () => {
    const letter = composeLetter('Dear authors,\n\nplease revise.\r\n\r\n\n  Kind regards,\nSamina', [
      { label: 'K', text: '1. Soil.\n2. Figures.', answers: 'Clear: no.', files: 2 },
      { label: 'D', text: 'Good.', answers: '', files: 0 },
    ])
    expect(letter.paragraphs).toEqual([['Dear authors,'], ['please revise.'], ['Kind regards,', 'Samina']])
    expect(letter.reports).toEqual([
      { heading: 'Reviewer D', paragraphs: [['Good.']], notes: [] },
      {
        heading: 'Reviewer K',
        paragraphs: [['1. Soil.', '2. Figures.']],
        notes: ['Clear: no.', filesNote(2)],
      },
    ])
  })

  test('says how many files come with it', () => {
    expect(filesNote(1)).toBe('A file comes with this report: you will find it beside the decision.')
    expect(filesNote(2)).toBe('Two files come with this report: you will find them beside the decision.')
    expect(composeLetter('x', [], ['leaf.pdf', 'root.pdf']).notes).toEqual([
      'With this letter: leaf.pdf and root.pdf. You will find them on the page of your manuscript.',
    ])
  })

  test('is the same in whichever order the reports arrived', () => {
    const [k, d] = ['K', 'D'].map((label) => ({ label, text: label, answers: '', files: 0 }))
    expect(composeLetter('x', [k!, d!])).toEqual(composeLetter('x', [d!, k!]))
  })

  test('gives answers in one line, and claims nothing of a question that was left out', () => {
    expect(answersInOneLine(QUESTIONS, { methods: 'partly', plants: 'not-my-field', clarity: 'yes' })).toBe(
      'Methods sound and repeatable: partly. Plants correctly named: not my field. All other questions: yes.',
    )
    expect(answersInOneLine(QUESTIONS, { methods: 'yes', plants: 'yes', clarity: 'yes' })).toBe('All questions: yes.')
    expect(answersInOneLine(QUESTIONS, { methods: 'no', plants: 'yes' })).toBe(
      'Methods sound and repeatable: no. Plants correctly named: yes.',
    )
    expect(answersInOneLine(QUESTIONS, {})).toBe('')
  })

  test('says who has read the manuscript', () => {
    expect([0, 1, 2, 11].map(readersInWords)).toEqual([
      'I have',
      'One reviewer has',
      'Two reviewers have',
      '11 reviewers have',
    ])
  })
})

describe('a choice', () => {
  const facts = { recommendations: [], concerns: [], isScreening: false } as const

  test('says what speaks for it, and what speaks against accepting', () => {
    expect(choiceInWords('minor', { ...facts, recommendations: ['minor', 'minor'] })).toBe(
      'You check the changes yourself. Both reviewers recommend this.',
    )
    expect(choiceInWords('decline', { ...facts, recommendations: ['minor', 'decline', 'major'] })).toBe(
      'It will not be published here. 1 of 3 reviewers recommends this.',
    )
    expect(choiceInWords('major', { ...facts, recommendations: ['minor'] })).toBe('The reviewers may read it again.')
    expect(choiceInWords('accept', { ...facts, concerns: ['There is one.'] })).toBe(
      'It goes on to proofs and publication. There is one.',
    )
    expect(choiceInWords('accept', facts)).toContain('Enough independent reports are in.')
    expect(choiceInWords('decline', { ...facts, isScreening: true })).toContain('No reviewer has been asked.')
  })

  test('says who receives what', () => {
    expect(goesOutInWords({ authors: 1, reporters: 2, cancelled: 0 }, '07:27')).toBe(
      'The letter (1 author) and the outcome (2 reviewers) go out at 07:27.',
    )
    expect(goesOutInWords({ authors: 1, reporters: 1, cancelled: 1 }, '07:27')).toBe(
      'The letter (1 author), the outcome (1 reviewer) and a note that the review is no longer needed (1 reviewer) go out at 07:27.',
    )
    expect(goesOutInWords({ authors: 0, reporters: 0, cancelled: 0 }, '07:27')).toBe(
      'No email is sent. The decision can be undone until 07:27.',
    )
  })
})
