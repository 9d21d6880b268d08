import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { type DoiFacts, doiSettingsFault, isOwnDoi, mintedDoi } from './doi.ts'

const FACTS: DoiFacts = { id: '7f3k2m9qxt4b', volumeTitle: 'Volume 3', issue: '7-8', year: '2026' }
const prefix = '10.5555'

describe('the DOI of an article', () => {
  test.each([
    ['jpbr.{volume}.{id}', {}, '10.5555/jpbr.3.7f3k2m9qxt4b'],
    ['jpbr.v{volume}i{issue}.{id}', {}, '10.5555/jpbr.v3i7-8.7f3k2m9qxt4b'],
    ['{year}/{id}', {}, '10.5555/2026/7f3k2m9qxt4b'],
    // A part without its number is left out, but never the one with the id.
    ['jpbr.{volume}.{id}', { volumeTitle: null }, '10.5555/jpbr.7f3k2m9qxt4b'],
    ['jpbr.v{volume}i{issue}.{id}', { issue: null }, '10.5555/jpbr.7f3k2m9qxt4b'],
    ['jpbr.{volume}-{id}', { volumeTitle: null }, '10.5555/jpbr.-7f3k2m9qxt4b'],
    // Only what a DOI may hold.
    [
      '{volume}.{id}',
      { volumeTitle: 'Über <b>Pflanzen</b>, Suppl. 1 ' },
      '10.5555/ber-b-pflanzen-b-suppl-1.7f3k2m9qxt4b',
    ],
    ['{volume}.{id}', { volumeTitle: '植物' }, '10.5555/7f3k2m9qxt4b'],
  ])('of the pattern %s, with %o', (pattern, facts, doi) => {
    expect(mintedDoi({ ...FACTS, ...facts }, { prefix, pattern })).toBe(doi)
  })

  test('is not minted without a prefix', () => {
    expect(mintedDoi(FACTS, { prefix: '', pattern: '{id}' })).toBeNull()
  })

  test('is the journal’s own under its prefix alone', () => {
    const settings = { prefix, pattern: '{id}' }
    expect(['10.5555/a', '10.55555/a', '10.1371/journal.pone.1', null].map((doi) => isOwnDoi(doi, settings))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(isOwnDoi('10.5555/a', { ...settings, prefix: '' })).toBe(false)
  })
})

describe('the configuration', () => {
  test('of this journal is right', () => {
    expect(doiSettingsFault(journal.doi)).toBeNull()
    expect(doiSettingsFault({ ...journal.doi, prefix })).toBeNull()
  })

  test.each([
    ['5555', '{id}', 'The DOI prefix is "5555": it must look like 10.5555.'],
    ['10.5555/', '{id}', 'it must look like 10.5555.'],
    [prefix, 'jpbr.{volume}', 'must name {id}: without it two articles would get the same DOI.'],
    [prefix, '{id}.{pages}', 'names {pages}: it may name {id}, {volume}, {issue} and {year}.'],
    [prefix, 'JPBR.{id}', 'may have small letters, digits'],
    [prefix, 'a b{id}', 'may have small letters, digits'],
    [prefix, '{id', 'must name {id}'],
    [prefix, `${'a'.repeat(100)}{id}`, 'at most 100 characters'],
  ])('is refused with one sentence: %s, %s', (prefix, pattern, sentence) => {
    expect(doiSettingsFault({ prefix, pattern })).toContain(sentence)
  })
})
