import { describe, expect, test } from 'vitest'
import { isSearchedWhole, PersonSearch } from './person-search.ts'

const MARTA = {
  names: ['Marta Anna Kowalska'],
  emails: ['m.kowalska@uw.example'],
  orcids: ['0000-0002-1825-0097'],
  affiliations: ['Department of Botany, University of Warsaw, Poland'],
}
const marta = new PersonSearch(MARTA)
const inWords = (search: PersonSearch, text: string) =>
  search
    .mentions(text)
    .map(({ kind, start, end, isSure }) => [isSure ? kind : `perhaps ${kind}`, text.slice(start, end)])

describe('a person is found in a text', () => {
  test.each([
    ['Marta Anna Kowalska', 'full name'],
    ['marta kowalska', 'full name'],
    ['KOWALSKA Marta', 'full name'],
    ['Kowalska, Marta', 'full name'],
    ['Kowalska_Marta', 'full name'],
    ['Marta\nKowalska', 'full name'],
    ['M a r t a   K o w a l s k a', 'full name'],
    ['Мартa Kowalska', 'full name'],
    ['Ковальска Марта', 'full name'],
    ['Kowalska', 'family name'],
    ['Kowal-\nska', 'family name'],
    ['Kowal\u00adska', 'family name'],
    ['Ko\u200bwal\u2060ska', 'family name'],
    ['Kowálska', 'family name'],
    ['Marta', 'perhaps given name'],
    ['MK', 'perhaps initials'],
    ['M.A.K.', 'perhaps initials'],
    ['m.kowalska@uw.example', 'email address'],
    ['m.kowalska (at) uw.example', 'email address'],
    ['0000 0002 1825 0097', 'ORCID iD'],
    ['University of Warsaw', 'perhaps affiliation'],
  ])('as %o', (text, kind) => {
    expect(inWords(marta, text)[0]?.[0]).toBe(kind)
    expect(inWords(marta, `Read with pleasure.\n\nBest wishes,\n${text}`)).toEqual([[kind, expect.any(String)]])
  })

  test.each([
    ['Jörg Müller', 'Joerg Mueller'],
    ['Joerg Mueller', 'Jörg Müller'],
    ['Søren Ågård', 'Soren Aagaard'],
    ['Łukasz Żółć', 'LUKASZ ZOLC'],
    ['Nguyễn Thị Hòa', 'nguyen thi hoa'],
    ['王伟', '审稿人：王伟。'],
    ['王伟', '审稿人：王　伟'],
    ['王小明', '王 小明'],
    ['Sofia Papadopoulou', 'Η Παπαδοπούλου το διάβασε'],
    ['Marta Lindqvist', 'M. Lindqvist¹ and two others'],
    ['Marta Lindqvist', 'M. Lindqvist1,2 and two others'],
    ['Marta Lindqvist', 'as we have shown (Lindqvist2019)'],
    ['Zainab Bint-Ali', 'Zainab bint Ali'],
    ["Niamh O'Brien", 'Niamh O’Brien'],
  ])('%s, written %s', (name, text) => {
    expect(new PersonSearch({ names: [name] }).first(text)?.isSure).toBe(true)
  })

  test.each([
    ['a word that is a name', 'Green', 'the green leaves'],
    ['a part of a word', 'Anton Berg', 'An iceberg, an ton of bergamot'],
    ['initials within a sentence', 'Marta Kowalska', 'MK plants were grown in three beds of sand'],
    ['signs', '- - - -', '- - - - --- -'],
    ['letters of two sentences', 'Li Na', 'Soil. (In 1999) nation'],
  ])('but not %s', (_what, name, text) => {
    expect(new PersonSearch({ names: [name] }).mentions(text)).toEqual([])
  })

  test('in what nobody reads also as a part of a word, but for given names', () => {
    expect(marta.within('C:\\users\\mkowalska\\report')?.isSure).toBe(true)
    expect(marta.within('smartart')).toBeNull()
  })
})

test('nothing is promised where a name may be written otherwise', () => {
  expect(isSearchedWhole('The roots grew.', MARTA)).toBe(true)
  expect(isSearchedWhole('审稿人：玛尔塔', MARTA)).toBe(false)
  expect(isSearchedWhole('The roots grew.', { names: ['王伟'] })).toBe(false)
  expect(isSearchedWhole('The roots grew.', { names: ['Xin Li'] })).toBe(false)
  expect(isSearchedWhole('The roots grew.', { names: [] })).toBe(false)
})
