import { describe, expect, it } from 'vitest'
import { changesOf, fieldWords, nameInChanges, valueWords } from './changes.ts'

describe('what an action changed', () => {
  it('names the fields that differ, and leaves out those that stayed', () => {
    expect(
      changesOf({
        before: { fullName: 'A. Malik', email: 'a@b.test' },
        after: { fullName: 'Ayesha Malik', email: 'a@b.test' },
      }),
    ).toEqual([{ field: 'Full name', before: 'A. Malik', after: 'Ayesha Malik' }])
  })

  it('has one side where something was made or deleted', () => {
    expect(changesOf({ before: null, after: { title: 'Volume 4' } })).toEqual([
      { field: 'Title', before: '', after: 'Volume 4' },
    ])
    expect(changesOf({ before: { title: 'Volume 4' }, after: null })).toEqual([
      { field: 'Title', before: 'Volume 4', after: '' },
    ])
    expect(changesOf({ before: null, after: null })).toEqual([])
  })

  it('takes the name of what is gone from what was kept of it', () => {
    expect(nameInChanges({ before: { slug: 'x', name: 'Ecology' }, after: null })).toBe('Ecology')
    expect(nameInChanges({ before: null, after: { title: 'Roots' } })).toBe('Roots')
    expect(nameInChanges({ before: null, after: { role: 'admin' } })).toBeNull()
  })

  it.each([
    ['publishedAt', 'Published at'],
    ['approved_at', 'Approved at'],
    ['pdfUrl', 'PDF'],
    ['slug', 'Slug'],
    ['constructor', 'Constructor'],
  ])('says %s as %s', (field, words) => expect(fieldWords(field)).toBe(words))

  it.each([
    [null, ''],
    [true, 'Yes'],
    [false, 'No'],
    [12, '12'],
    ['2026-03-03T14:05:09.120Z', '2026-03-03 14:05 UTC'],
    ['<p>Dr <b>Flora</b> Green</p><p>Kew</p>', 'Dr Flora Green Kew'],
    [['roots', 'drought'], 'roots, drought'],
    [{ fullName: 'Ayesha Malik', orcid: null, role: 'Author' }, 'Full name: Ayesha Malik; Role: Author'],
  ])('says %j as %j', (value, words) => expect(valueWords(value)).toBe(words))
})
