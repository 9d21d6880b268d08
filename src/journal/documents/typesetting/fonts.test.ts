import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { FontBook, TypeCase } from './fonts.ts'

const fonts = () => new FontBook(new PDFDocument({ autoFirstPage: false }), new TypeCase())

test('each character comes from a font that has it', () => {
  const stretches = fonts().stretches('Dvořák: α', 'serif')
  expect(stretches.map(({ text, font }) => [text, /-(latin-ext|latin|greek)-/.exec(font)?.[1]])).toEqual([
    ['Dvo', 'latin'],
    ['ř', 'latin-ext'],
    ['ák: ', 'latin'],
    ['α', 'greek'],
  ])
})

test.each([
  ['serif', 'ř ş ł ñ Ž ğ å β µ − × ° ± “”', 'ř ş ł ñ Ž ğ å β µ − × ° ± “”'],
  ['sans-bold', 'řşłñ 10 µm β', 'řşłñ 10 µm β'],
  ['serif', 'P ≤ 0.05 → a\u2009b ∑√∫ ♀ 𝑥', 'P ≤ 0.05 → a\u2009b ∑√∫ ♀ 𝑥'],
  ['serif', 'Растения Ћ Ұ', 'Растения Ћ Ұ'],
  ['sans-italic', 'Φυτά', 'Φυτά'],
  ['serif', 'soft\u00adhyphen', 'softhyphen'],
  ['serif', '水稻 \ue123', '▯▯ ▯'],
] as const)('%s: %s', (face, text, set) => {
  expect(
    fonts()
      .stretches(text, face)
      .map((stretch) => stretch.text)
      .join(''),
  ).toBe(set)
})

test('a character that no font has is named', () => {
  const book = fonts()
  book.stretches('Oryza 水稻', 'serif')
  expect([...book.missing]).toEqual(['水', '稻'])
})
