import { describe, expect, test } from 'vitest'
import { isDated, isNamed, latinOf, nameProblems, NO_ISSN, PDF_UNREADABLE, preliminaryWords } from './new-names.ts'

const GOOD = {
  names: ['Populus hunzana Karimi, sp. nov.'],
  issn: '1234-5679',
  day: '2026-11-07',
  pages: ['Published 7 November 2026. Populus hunzana Karimi, sp. nov. Type: Karimi 44 (SGIL).'],
}

describe('what keeps new names from being published', () => {
  test('is nothing for a final PDF with them, its date and an ISSN, or where there are none', () => {
    expect(nameProblems(GOOD)).toEqual([])
    expect(nameProblems({ ...GOOD, names: [], issn: '', pages: null })).toEqual([])
  })

  test.each([
    [{ issn: '' }, [NO_ISSN]],
    [{ pages: null }, [PDF_UNREADABLE]],
    [{ pages: [' ', ''] }, [PDF_UNREADABLE]],
    [
      { day: '2026-11-08' },
      ['The PDF does not name the day of its publication, November 8, 2026 (the Code, Art. 29 and 31).'],
    ],
    [
      { pages: [`Article in Press. ${GOOD.pages[0]}`] },
      ['The PDF says “Article in Press”. Names are published in the final version only (the Code, Art. 30.2).'],
    ],
    [
      { names: [...GOOD.names, 'Populus mitis Karimi', 'Novogenus Karimi, gen. nov.'] },
      [
        'The text of the PDF does not name Populus mitis and Novogenus. New names have to be in the PDF itself, not only in a supplement (the Code, Art. 30.3).',
      ],
    ],
  ])('%j', (change, problems) => expect(nameProblems({ ...GOOD, ...change })).toEqual(problems))

  test('is told all at once', () => {
    const bad = { ...GOOD, issn: '', day: '2027-01-01', pages: ['Uncorrected proof of Rosa'] }
    expect(nameProblems(bad)).toHaveLength(4)
  })
})

test.each([
  ['Published November 7, 2026', true],
  ['Published 7 Nov. 2026', true],
  ['on the 7th of November 2026', true],
  ['2026-11-07', true],
  ['7.11.2026', true],
  ['07\nNovember\n2026', true],
  ['17 November 2026', false],
  ['November 7, 2025', false],
  ['November 2026', false],
  ['7 November', false],
])('%s is that day: %s', (text, expected) => expect(isDated(text, '2026-11-07')).toBe(expected))

test.each([
  ['Populus hunzana Karimi', 'Populus hunzana'],
  ['×Populix hybrida (Malik) Karimi, comb. nov.', 'Populix hybrida'],
  ['Rosa alba L. var. nova Malik', 'Rosa alba var. nova'],
  ['Populus sect. Hunzanae Karimi', 'Populus sect. Hunzanae'],
  ['Novogenus Karimi, gen. nov.', 'Novogenus'],
  ['Aster von-mulleri de Vries ex Hook. f.', 'Aster von-mulleri'],
])('%s is %s in Latin', (name, latin) => expect(latinOf(name)).toBe(latin))

test.each([
  ['Populus hunzana Karimi', 'the poplar Populus hun-\nzana grows', true],
  ['Populus hunzana Karimi', 'P. hunzana grows beside Populus nigra', false],
  ['Rosa ﬁssa Malik', 'Rosa fissa', true],
  ['Rosa alba L. var. nova Malik', 'Rosa alba L. var. nova Malik', true],
  ['Rosa alba L. var. nova Malik', 'Rosa alba L. var. vetus', false],
  ['Novogenus Karimi, gen. nov.', 'Here Novogenus is described', true],
  ['Rosa Karimi, gen. nov.', 'Carex glabrosa', false],
])('%s in “%s”: %s', (name, text, expected) => expect(isNamed(name, text)).toBe(expected))

test.each([
  [['Accepted manuscript', 'b'], 'Accepted manuscript'],
  [['as Khan (in press) and Malik et al., in press, have shown'], null],
  [['a', 'b', 'Khan, A. 2026. Poplars. Flora, in press. Early View is a journal.'], null],
  [['a', 'Early View', 'Early View', 'Early View'], 'Early View'],
  [['Received, accepted, published'], null],
])('%j is preliminary: %s', (pages, expected) => expect(preliminaryWords(pages)).toBe(expected))

test('takes time in proportion to the text', () => {
  for (const piece of ['in press ', '( in press ', '(', 'Khan ', '- ', '7 november ', 'é']) {
    const pages = [piece.repeat(1_000_000 / piece.length)]
    const started = performance.now()
    nameProblems({ ...GOOD, pages })
    expect(performance.now() - started, piece).toBeLessThan(3_000)
  }
})
