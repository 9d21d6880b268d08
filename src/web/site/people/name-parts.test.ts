import { describe, expect, test } from 'vitest'
import { guessedParts, isCorrected, retypedName, tidyName, waysToSplit, type NameParts } from './name-parts.ts'

const parts = (familyName: string, givenNames: string, fullName = `${familyName} ${givenNames}`): NameParts => ({
  fullName,
  familyName,
  givenNames,
})
const HOA = parts('Nguyễn', 'Thị Hòa')

/** The name after each key press. */
function typed(texts: string[], corrected: NameParts | null): NameParts {
  let name = guessedParts('')
  let choice = corrected
  for (const text of texts) {
    const retyped = retypedName(text, choice)
    name = retyped.name
    if (!retyped.holds) choice = null
  }
  return name
}
const keys = (text: string) => [...text].map((_, index) => text.slice(0, index + 1))

describe('the ways to split a name', () => {
  test('are its last words, its first words, and all of it', () => {
    expect(waysToSplit(HOA).map(({ familyName, givenNames }) => [familyName, givenNames])).toEqual([
      ['Hòa', 'Nguyễn Thị'],
      ['Thị Hòa', 'Nguyễn'],
      ['Nguyễn', 'Thị Hòa'],
      ['Nguyễn Thị', 'Hòa'],
      ['Nguyễn Thị Hòa', ''],
    ])
  })

  test('hold the present one, even if it leaves a word out', () => {
    const junior = parts('Smith', 'John', 'John Smith Jr')
    expect(waysToSplit(junior)[0]).toEqual(junior)
    expect(waysToSplit(junior)).toHaveLength(6)
  })

  test('are none for a single name', () => expect(waysToSplit(guessedParts(' Suharto '))).toEqual([]))

  test('use every word of the name once, in its order', () => {
    for (const { familyName, givenNames } of waysToSplit(guessedParts('Ana  Maria\u00a0da Silva'))) {
      expect(['Ana Maria da Silva']).toContain(
        [`${givenNames} ${familyName}`.trim(), `${familyName} ${givenNames}`.trim()].find(
          (name) => name === 'Ana Maria da Silva',
        ),
      )
    }
  })
})

describe('a family name that someone has chosen', () => {
  test('is told from a guess', () => {
    expect(isCorrected(HOA)).toBe(true)
    expect(isCorrected(guessedParts('Ayesha Malik'))).toBe(false)
  })

  test.each([
    ['a letter is mended', 'Nguyện Thị Hòa', 'Nguyện', 'Thị Hòa'],
    ['another given name comes', 'Nguyễn Thị Hòa An', 'Nguyễn', 'Thị Hòa An'],
    ['a given name goes', 'Nguyễn Hòa', 'Nguyễn', 'Hòa'],
    ['spaces come', ' Nguyễn  Thị Hòa ', 'Nguyễn', 'Thị Hòa'],
  ])('holds when %s', (_what, fullName, familyName, givenNames) => {
    expect(typed([fullName], HOA)).toEqual({ fullName, familyName, givenNames })
  })

  test('holds while one of two words is retyped', () => {
    const li = parts('Li', 'Chen')
    expect(typed(['L Chen', ' Chen', 'Lee Chen'], li)).toEqual(parts('Lee', 'Chen'))
  })

  test('holds with two words at the end', () => {
    const rosa = parts('García López', 'Rosa', 'Rosa García López')
    expect(typed(['Rosa M. García López'], rosa)).toMatchObject({ familyName: 'García López', givenNames: 'Rosa M.' })
  })

  test.each([
    ['typed key by key', keys('Ayesha Malik Khan')],
    ['put in at once', ['Ayesha Malik Khan']],
    ['put in after the field was emptied', ['', 'Nguyễn Malik Khan']],
  ])('is forgotten when another name is %s', (_how, texts) => {
    const name = typed(texts, HOA)
    expect(name).toEqual(guessedParts(name.fullName))
    expect(name.familyName).toBe('Khan')
  })

  test.each(['John Smith Jr', 'John Smith, Jr'])('leaves out what stands behind %s', (fullName) => {
    const junior = parts('Smith', 'John', fullName)
    const mended = fullName.replace('John', 'Jon')
    expect(typed([mended], junior)).toEqual(parts('Smith', 'Jon', mended))
    expect(typed(['John Smith'], junior)).toEqual(parts('Smith', 'John', 'John Smith'))
  })

  test('stays a single name of several words', () => {
    const single = parts('Sri Mulyani', '', 'Sri Mulyani')
    expect(typed(['Sri Mulyan'], single)).toEqual(parts('Sri Mulyan', '', 'Sri Mulyan'))
  })
})

test('a tidy name has one space between its words', () =>
  expect(tidyName(' Nguyễn \u00a0 Thị\tHòa ')).toBe('Nguyễn Thị Hòa'))
