import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText } from './plain-text.ts'
import {
  asTyped,
  keyMessageText,
  onOneLine,
  plainTitle,
  shortenedMarkup,
  titleHtml,
  titlePieces,
  typedMarkup,
} from './inline-markup.ts'

describe('a title', () => {
  test('keeps its italics, subscripts and superscripts', () => {
    expect(titlePieces('<i>Zea mays</i> and CO<sub>2</sub>')).toEqual([
      { text: 'Zea mays', marks: ['i'] },
      { text: ' and CO', marks: [] },
      { text: '2', marks: ['sub'] },
    ])
  })

  test('may hold one mark inside another', () => {
    expect(titleHtml('<i>Q<sub>10</sub></i>')).toBe('<i>Q</i><i><sub>10</sub></i>')
  })

  test.each([
    ['<i><i>Zea</i> mays</i>', '<i>Zea</i> mays'],
    ['<i>Zea<i> mays', '<i>Zea mays</i>'],
    ['<i>Zea</sub> mays</i>', '<i>Zea mays</i>'],
    ['<i>Q<sub>10</i>a</sub>', '<i>Q</i><i><sub>10</sub></i><sub>a</sub>'],
  ])('has no mark twice, and none that closes another: %s', (title, html) => {
    expect(titleHtml(title)).toBe(html)
    expect(titleHtml(html)).toBe(html)
  })

  test.each(['<i>a', '<i>&<sub>', '<i>a<sub>a<sup>a</i>', '<sub><sup>a<i>a</i>', '</i>&', '&'])(
    'of a thousand characters stays short: %s',
    (unit) => {
      const html = titleHtml(unit.repeat(1000 / unit.length))
      expect(html.length).toBeLessThan(8 * 1000)
      expect(titleHtml(html)).toBe(html)
    },
  )

  test.each([
    ['<i>Zea mays</i> &amp; CO<sub>2</sub>', 'Zea mays & CO2'],
    ['m<sup>2</sup> &lt; 5', 'm2 < 5'],
    ['plain', 'plain'],
    ['', ''],
  ])('"%s" in plain words is "%s"', (title, plain) => {
    expect(plainTitle(title)).toBe(plain)
  })

  test.each([
    '<script>alert(1)</script>',
    '<i onclick="x()">Zea</i>',
    '<img src=x onerror=alert(1)>',
    '<I>Zea</I>',
    '<i >Zea</i >',
    '<svg/onload=alert(1)>',
    '<<i>script</i>>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '</i></sub>',
    '<i>never closed',
  ])('never becomes other markup: %s', (title) => {
    expect(titleHtml(title).replace(/<\/?(?:i|sub|sup)>/g, '')).not.toMatch(/[<>]/)
  })

  test('never becomes other markup, whatever stands in it', () => {
    const piece = fc.constantFrom(
      ...['<i>', '</i>', '<sub>', '</sub>', '<sup>', '</sup>', '<b>', '<', '>', '&', '&lt;', '&amp;', '"', '</script>'],
      ...['a', ' ', '植', '\u0000', '<i', '/>'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = titleHtml(pieces.join(''))
        expect(html.replace(/<\/?(?:i|sub|sup)>/g, '')).not.toMatch(/[<>]/)
        // Tags are always closed, so that text after the title is not set in italics.
        for (const mark of ['i', 'sub', 'sup']) {
          expect(html.split(`<${mark}>`).length).toBe(html.split(`</${mark}>`).length)
        }
      }),
    )
  })
})

test.each([
  ['a < b & <i>c', 'a &lt; b &amp; &lt;i&gt;c'],
  ['<i>Zea</i> and CO<sub>2</sub>', '<i>Zea</i> and CO<sub>2</sub>'],
  ['<i>Q<sub>10</sub></i>', '<i>Q<sub>10</sub></i>'],
  ['<b>Zea</b> <i>', '&lt;b&gt;Zea&lt;/b&gt; &lt;i&gt;'],
])('typed as text, %s', (typed, markup) => {
  expect(typedMarkup(typed)).toBe(markup)
})

test('a line has no line breaks and no tabs, but keeps the space after which more is typed', () => {
  expect(onOneLine('Seeds\r\nof\t\u2028Zea ')).toBe('Seeds of Zea ')
})

test('a line that is typed again from its markup has the same words and marks', () => {
  expect(asTyped('A &amp; B &lt; C<sub>2</sub>\nof <i>Zea</i>')).toBe('A & B < C<sub>2</sub> of <i>Zea</i>')
  const piece = fc.constantFrom('<i>', '</i>', '<sub>', '</sub>', '<', '&', '&amp;', 'b', ' ', '<b>')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const markup = typedMarkup(pieces.join(''))
      expect(plainTitle(typedMarkup(asTyped(markup)))).toBe(plainTitle(markup))
    }),
  )
})

test('plain text comes back from its markup as it was', () => {
  fc.assert(fc.property(fc.string(), (text) => plainTitle(escapeText(text)) === text))
})

describe('a stored key message', () => {
  test.each([
    ['A & B < C', 'A & B < C'],
    ['&<i></i>lt;', '&amp;lt;'],
    ['<<i></i>sub> CO<sub>2</sub>', '&lt;sub> CO<sub>2</sub>'],
  ])('says what was typed and no more: %s', (typed, stored) => {
    expect(keyMessageText(typed)).toBe(stored)
  })

  test('reads as what was typed, and is stored the same when it is sent again', () => {
    const piece = fc.constantFrom('<', '&', 'i>', 'amp;', 'lt;', '<i>', '</i>', '<sub>', '</sub>', '&lt;', 'a', '/')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const typed = pieces.join('')
        const stored = keyMessageText(typed)
        expect(plainTitle(stored)).toBe(plainTitle(typed))
        expect(keyMessageText(stored)).toBe(stored)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a shortened key message', () => {
  test('is cut between words, closes its marks, and counts what is seen', () => {
    expect(shortenedMarkup('Seeds of <i>Prosopis juliflora</i> fall', 20)).toBe('Seeds of <i>Prosopis</i>…')
    expect(shortenedMarkup('<i>Zea</i> &lt; 5', 7)).toBe('<i>Zea</i> &lt; 5')
  })

  test('is never longer than it may be, and never other markup', () => {
    const piece = fc.constantFrom('<i>', '</i>', '<sub>', '</sub>', '<', '&amp;', '&', 'ab', ' ', '<script>')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (pieces, length) => {
        const short = titleHtml(shortenedMarkup(pieces.join(''), length))
        expect(plainTitle(short).length).toBeLessThanOrEqual(length + 1)
        expect(short.replace(/<\/?(?:i|sub|sup)>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })
})
