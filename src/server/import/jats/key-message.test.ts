import { expect, test } from 'vitest'
import { keyMessage } from './key-message.ts'

const long = `Long ${'word '.repeat(80).trim()}.`

test.each([
  ['two sentences', ['One is short. Two is as well. Three is not wanted.'], 'One is short. Two is as well.'],
  ['two paragraphs', ['One is short.', 'Two is as well.'], 'One is short. Two is as well.'],
  ['one when two are too long', [`One is short. ${long}`], 'One is short.'],
  [
    'abbreviations end no sentence',
    ['Found in O. sativa cv. Tetep, i.e. rice (Green et al. 2001). More.', 'Not this.'],
    'Found in O. sativa cv. Tetep, i.e. rice (Green et al. 2001). More.',
  ],
  ['nothing', [], ''],
])('%s', (_name, texts, message) => {
  expect(keyMessage(texts)).toBe(message)
})

test('a long sentence is cut between words', () => {
  const message = keyMessage([long])
  expect(message.length).toBeLessThanOrEqual(300)
  expect(message).toMatch(/word…$/)
})
