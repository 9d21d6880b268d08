import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../contract/api/activity.ts'
import { changesOf, fieldWords, subjectName, valueWords } from './changes.ts'

const place = { department: null, city: null, country: null }
const HOA = {
  fullName: 'Nguyễn Thị Hòa',
  familyName: 'Nguyễn',
  givenNames: 'Thị Hòa',
  isGroup: false,
  email: 'hoa@plants.test',
  affiliation: 'Hanoi; Brno',
  affiliations: [
    { ...place, institution: 'Hanoi', line: 'Hanoi', ror: 'https://ror.org/03yrm5c26' },
    { ...place, institution: 'Brno', line: 'Brno', ror: null },
  ],
  orcidId: null,
  role: 'Author',
}

describe('what an action changed', () => {
  it('names the fields that differ, and leaves out those that stayed', () => {
    expect(
      changesOf({
        before: { fullName: 'A. Malik', email: 'a@b.test' },
        after: { fullName: 'Ayesha Malik', email: 'a@b.test' },
      }),
    ).toEqual([{ field: 'Full name', before: 'A. Malik', after: 'Ayesha Malik' }])
  })

  it('says affiliations once', () => {
    const after = { ...HOA, affiliation: 'Hanoi', affiliations: HOA.affiliations.slice(0, 1) }
    expect(changesOf({ before: HOA, after })).toEqual([
      {
        field: 'Affiliations',
        before: 'Hanoi (https://ror.org/03yrm5c26); Brno',
        after: 'Hanoi (https://ror.org/03yrm5c26)',
      },
    ])
  })

  it('says the parts of affiliations where these alone differ', () => {
    const said = { ...place, institution: 'Botany, Hanoi', line: 'Botany, Hanoi', ror: null }
    const [before, after] = [said, { ...said, institution: 'Botany', city: 'Hanoi' }].map((affiliation) => ({
      ...HOA,
      affiliations: [affiliation],
    }))
    const words = ['Botany, Hanoi (institution Botany, Hanoi)', 'Botany, Hanoi (institution Botany, city Hanoi)']
    expect(changesOf({ before: before!, after: after! })).toEqual([
      { field: 'Affiliations', before: words[0], after: words[1] },
    ])
    const [corrected] = changesOf({
      before: { contributors: { changed: [before!] } },
      after: { contributors: { changed: [after!] } },
    })
    expect(corrected!.before).toContain(words[0])
    expect(corrected!.after).toContain(words[1])
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

  it('says the name of today, and of what is gone the name that was kept of it', () => {
    const entry: Activity = {
      id: '1',
      at: '2026-03-03T14:05:09.120Z',
      actor: null,
      action: 'category.delete',
      subject: { id: 'c1', name: 'Ecology today' },
      before: { slug: 'ecology', name: 'Ecology' },
      after: null,
    }
    const gone = { id: 'c1', name: null }
    expect(subjectName(entry)).toBe('Ecology today')
    expect(subjectName({ ...entry, subject: gone })).toBe('Ecology')
    expect(
      subjectName({ ...entry, action: 'article.delete', subject: gone, before: { title: 'Roots of <i>Triticum</i>' } }),
    ).toBe('Roots of Triticum')
    expect(subjectName({ ...entry, subject: gone, before: { role: 'admin' } })).toBeNull()
  })

  it.each([
    ['publishedAt', 'Published at'],
    ['pageNum', 'Pages'],
    ['phoneNumber', 'Phone number'],
    ['pdfUrl', 'PDF'],
    ['slug', 'Slug'],
    ['sha256', 'SHA-256'],
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
    [
      { changed: [HOA, { ...HOA, isGroup: true, givenNames: null, affiliations: [] }] },
      'Changed: Nguyễn Thị Hòa (family name Nguyễn), Author, Hanoi (https://ror.org/03yrm5c26), Brno, hoa@plants.test; Nguyễn Thị Hòa, Author (group), hoa@plants.test',
    ],
    [{ fullName: 'Ayesha Malik', orcid: null, role: 'Author' }, 'Full name: Ayesha Malik; Role: Author'],
  ])('says %j as %j', (value, words) => expect(valueWords(value)).toBe(words))
})
