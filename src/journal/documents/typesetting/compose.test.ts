import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { composeLines, type Line, type TextStyle } from './compose.ts'
import { FontBook, TypeCase } from './fonts.ts'
import { words } from './words.ts'

const fonts = new FontBook(new PDFDocument({ autoFirstPage: false }), new TypeCase())
const ragged: TextStyle = { family: 'serif', size: 10, leading: 14, colour: '#000' }
const justified: TextStyle = { ...ragged, justified: true }
const textOf = (lines: Line[]) => lines.map((line) => line.pieces.map((piece) => piece.text).join(''))

const TEXT =
  'The juniper woodlands of the hills are among the oldest stands known, and their floor carries a thin, patchy cover of mosses that binds soil between the trees, where fires were long thought to be rare.'

describe('lines', () => {
  test('hold all the words, in their order, and none is wider than the column', () => {
    for (const style of [ragged, justified, { ...ragged, balanced: true }]) {
      const lines = composeLines(words(TEXT), style, 220, fonts)
      expect(textOf(lines).join('').replace(/\s+/g, ' ')).toBe(TEXT)
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(220.01)
    }
  })

  test('are all as wide as the column when justified, but the last', () => {
    const lines = composeLines(words(TEXT), justified, 220, fonts)
    for (const line of lines.slice(0, -1)) expect(line.width).toBeCloseTo(220, 1)
    expect(lines.at(-1)!.width).toBeLessThan(220)
  })

  test('never begin a paragraph with a word alone', () => {
    for (let width = 150; width < 400; width += 7) {
      const [first] = textOf(composeLines(words(TEXT), justified, width, fonts))
      expect(first!.trim().split(' ').length, String(width)).toBeGreaterThan(2)
    }
  })

  test('keep a number with its unit and an initial with its name', () => {
    for (let width = 40; width < 120; width++) {
      const lines = textOf(composeLines(words('Moss of 20 cm, B. rubens, in 5 mM'), ragged, width, fonts))
      for (const line of lines) expect(line.trim()).not.toMatch(/(?:\d|\bB\.)$/)
    }
  })

  test('a word that is too long for its line is broken, and none of its letters is lost', () => {
    const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
    for (const style of [ragged, justified]) {
      const lines = composeLines(words(`a ${word} b`), style, 60, fonts)
      expect(textOf(lines).join('').replace(/ /g, '')).toBe(`a${word}b`)
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(60.01)
    }
  })

  test('nothing makes no line', () => {
    expect(composeLines([], justified, 100, fonts)).toEqual([])
  })
})
