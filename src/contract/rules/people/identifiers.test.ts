import { describe, expect, test } from 'vitest'
import { isMistypedOrcid, isOrcid, orcidIn, orcidUrl, rorIn } from './identifiers.ts'

describe('an ORCID iD', () => {
  // ORCID's own sample iDs.
  test.each(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X', '0000-0003-1415-9269'])(
    '%s has the right check character',
    (orcid) => {
      expect(isOrcid(orcid)).toBe(true)
    },
  )

  test('is refused with every other check character', () => {
    for (const check of '0123456789X') expect(isOrcid(`0000-0002-1825-009${check}`)).toBe(check === '7')
  })

  test('is refused when two digits change places', () => {
    expect(isOrcid('0000-0002-1852-0097')).toBe(false)
  })

  test.each([
    '',
    '0000000218250097',
    '0000-0002-1825-009',
    '0000-0002-1825-00977',
    'https://orcid.org/0000-0002-1825-0097',
    '0000-0002-1694-233x',
    '000X-0002-1825-0097',
    ' 0000-0002-1825-0097',
  ])('%j is not written as one', (text) => {
    expect(isOrcid(text)).toBe(false)
  })

  test.each([
    ['http://orcid.org/0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['ORCID: 0000-0002-1694-233x', '0000-0002-1694-233X'],
    ['0000000218250097', '0000-0002-1825-0097'],
    ['0000 0002 1694 233x', '0000-0002-1694-233X'],
    ['https://orcid.org/0000-0002-1825-0098', undefined],
    ['00000002182500977', undefined],
    ['10000-0002-1825-0097', undefined],
    ['no iD at all', undefined],
  ])('in "%s" is %s', (text, orcid) => {
    expect(orcidIn(text)).toBe(orcid)
  })

  test.each([
    ['', false],
    ['0000-0002', false],
    ['0000-0002-1825-009', false],
    ['0000-0002-1825-0097', false],
    ['https://orcid.org/0000000218250097', false],
    ['0000-0002-1825-0098', true],
    ['0000000218250098', true],
    ['0000-0002-1825-00977', true],
  ])('typed so far as %j is mistyped: %s', (typed, mistyped) => {
    expect(isMistypedOrcid(typed)).toBe(mistyped)
  })

  test('is shown as the address ORCID asks for', () => {
    expect(orcidUrl('0000-0002-1825-0097')).toBe('https://orcid.org/0000-0002-1825-0097')
  })
})

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
