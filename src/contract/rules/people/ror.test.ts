import { describe, expect, test } from 'vitest'
import { rorIn } from './ror.ts'

describe('a ROR ID', () => {
  // California Digital Library, Caltech, Cambridge, Oxford, Harvard.
  test.each(['03yrm5c26', '05dxps055', '013meh722', '052gg0110', '03vek6s52'])(
    '%s has the right check digits',
    (id) => {
      expect(rorIn(id)).toBe(`https://ror.org/${id}`)
    },
  )

  test('is refused with all other check digits', () => {
    for (let check = 0; check < 100; check++) {
      const id = `03yrm5c${String(check).padStart(2, '0')}`
      expect(rorIn(id), id).toBe(check === 26 ? 'https://ror.org/03yrm5c26' : undefined)
    }
  })

  test.each([
    'https://ror.org/03yrm5c26',
    'http://ror.org/03yrm5c26/',
    'https://www.ror.org/03yrm5c26',
    'ror.org/03yrm5c26',
    ' 03YRM5C26 ',
  ])('"%s" is written in full', (text) => {
    expect(rorIn(text)).toBe('https://ror.org/03yrm5c26')
  })

  test.each([
    '',
    '3yrm5c26',
    '13yrm5c26',
    '03yrm5c2',
    '03yrm5c266',
    '03yrm5lc6',
    '03yrm5c26 and more',
    'https://ror.example/03yrm5c26',
    'https://ror.org/',
    'grid.5335.0',
  ])('"%s" is none', (text) => {
    expect(rorIn(text)).toBeUndefined()
  })
})
