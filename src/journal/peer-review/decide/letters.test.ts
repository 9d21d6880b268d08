import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { LETTER_KINDS } from '../../../contract/rules/peer-review/stages.ts'
import { filledLetter, LETTER_EXAMPLE, readLetters } from './letters.ts'

const content = join(import.meta.dirname, '..', '..', '..', '..', 'content')

describe('the letters of decisions', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'letters-'))
    cpSync(join(content, 'letters'), join(folder, 'letters'), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(LETTER_KINDS)('%s is complete with example values', (kind) => {
    const text = filledLetter(readLetters(content).get(kind)!, LETTER_EXAMPLE)
    expect(text).toMatch(/^Dear Nasreen Baloch, Idris Olukoya and Farid Haidari,\n\n/)
    expect(text).toMatch(/Kind regards,\nSamina Farooqi, Editor$/)
    expect(text).not.toMatch(/\{\{|undefined|\*\*/)
    expect(text.includes(LETTER_EXAMPLE.due)).toBe(['return', 'minor', 'major'].includes(kind))
    // Of other decisions the journal takes none.
    expect(/appeal/i.test(text)).toBe(kind === 'decline')
  })

  test('of an acceptance names the journal, and the fee that its page says the authors hear of', () => {
    const text = filledLetter(readLetters(content).get('accept')!, LETTER_EXAMPLE)
    expect(text).toContain(`accepted for publication in the ${journal.name}.`)
    for (const { amount, whom } of [journal.fees.local, journal.fees.international])
      expect(text).toContain(`${amount} for ${whom}`)
    expect(text).toContain('We will write to you about payment.')
  })

  test('keep values on one line, and do not fill in what a value says', () => {
    const text = filledLetter(readLetters(content).get('minor')!, {
      ...LETTER_EXAMPLE,
      title: 'Roots\n\n{{editor}} $& of wheat',
    })
    expect(text).toContain('“Roots {{editor}} $& of wheat”')
  })

  test.each([
    ['is missing', undefined, 'The letter content/letters/minor.md is missing.'],
    ['has no head', 'Dear', /must begin with a block/],
    ['has no line about it', '---\nx: y\n---\nDear', /needs a line at its top/],
    ['names what there is not', '---\nabout: x\n---\n{{reviewer}}', /asks for \{\{reviewer\}\}\. It may name authors,/],
    ['has a heading', '---\nabout: x\n---\n# Dear', /The letter content\/letters\/minor\.md may hold paragraphs/],
  ])('are refused at the start: one %s', (_what, source, message) => {
    const file = join(folder, 'letters', 'minor.md')
    if (source === undefined) rmSync(file)
    else writeFileSync(file, source)
    expect(() => readLetters(folder)).toThrow(message)
  })

  test('of decisions without a revision name no day', () => {
    cpSync(join(content, 'letters'), join(folder, 'letters'), { recursive: true, force: true })
    writeFileSync(join(folder, 'letters', 'accept.md'), '---\nabout: x\n---\nBy {{due}}')
    expect(() => readLetters(folder)).toThrow(/asks for \{\{due\}\}/)
  })
})
