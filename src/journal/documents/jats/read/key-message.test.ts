import { expect, test } from 'vitest'
import { keyMessage } from './key-message.ts'
import { plainText, type Run, titleMarkup } from '../model/runs.ts'

const plain = (text: string): Run[] => [{ text, marks: [] }]
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
  expect(plainText(keyMessage(texts.map(plain)))).toBe(message)
})

test('a long sentence is cut between words', () => {
  const message = plainText(keyMessage([plain(long)]))
  expect(message.length).toBeLessThanOrEqual(300)
  expect(message).toMatch(/word…$/)
})

test('italics stay, also where a sentence begins, ends or is cut', () => {
  const italic = (text: string): Run => ({ text, marks: ['i'] })
  const said = [italic('Zea mays'), ...plain(' grows & '), italic('Ferula'), ...plain(' rests. '), italic('Rosa')]
  expect(titleMarkup(keyMessage([[...said, ...plain(' blooms. Not this.')]]))).toBe(
    '<i>Zea mays</i> grows &amp; <i>Ferula</i> rests. <i>Rosa</i> blooms.',
  )
  const cut = titleMarkup(keyMessage([[...plain(`${'word '.repeat(57)}of `), italic('Prosopis juliflora everywhere')]]))
  expect(cut).toMatch(/word of <i>Prosopis<\/i>…$/)
})
