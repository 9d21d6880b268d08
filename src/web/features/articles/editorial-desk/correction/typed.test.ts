import { describe, expect, test } from 'vitest'
import { eachStatement } from '../../../../../contract/rules/articles/statements.ts'
import { typedAuthor, type TypedPerson } from '../../../../site/people/typed-author.ts'
import { changedFields, correctionOf, rebased, type Typed } from './typed.ts'

const person = (fullName: string, contributorId: string | null = fullName): TypedPerson => ({
  key: fullName,
  contributorId,
  author: typedAuthor({ fullName, email: 'a@b.test', affiliation: 'Multan', role: 'Author' }),
})

const BASE: Typed = {
  title: 'Roots',
  excerpt: 'Roots grow.',
  abstract: '<p>Roots grow.</p>',
  keywords: 'roots',
  ...eachStatement(() => ''),
  awards: [],
  links: [],
  vouchers: [],
  permitDetails: [],
  newNames: [],
  supplements: [],
  categoryId: 'c1',
  volumeId: '',
  issue: '',
  pageNum: '12-3',
  imageUrl: '/files/abcd/image',
  imageAlt: 'A root',
  pdfUrl: '/blog/a.pdf',
  fullTextUrl: '/files/bcdf/a.xml',
  contributors: [person('Ayesha'), person('Bruno')],
}

describe('what is sent', () => {
  test('is what was changed; spaces around are no change', () => {
    expect(correctionOf(BASE, BASE)).toEqual({})
    expect(correctionOf(BASE, { ...BASE, title: ' Roots ' })).toEqual({})
    expect(correctionOf(BASE, { ...BASE, title: 'Stems', pageNum: '', imageUrl: '' })).toEqual({
      title: 'Stems',
      pageNum: '',
      imageUrl: null,
    })
    expect(correctionOf(BASE, { ...BASE, fullTextUrl: '' })).toEqual({ fullTextUrl: null })
  })

  test('names authors who stay, and describes who is new or changed', () => {
    const changed = person('Bruno')
    changed.author.affiliations[0]!.city = 'Brno'
    const contributors = [person('Chen', null), changed, person('Ayesha')]
    expect(correctionOf(BASE, { ...BASE, contributors })).toEqual({
      contributors: [
        { person: contributors[0]!.author },
        { contributorId: 'Bruno', person: changed.author },
        { contributorId: 'Ayesha' },
      ],
    })
  })
})

describe('when someone else has saved meanwhile', () => {
  const fresh: Typed = { ...BASE, title: 'Their title', keywords: 'roots, soil', pageNum: '12-31' }
  const typed: Typed = { ...BASE, title: 'My title', excerpt: 'My message.', pageNum: '12-31' }

  test('what was typed stays, and what only they have changed is taken over', () => {
    const { typed: now, theirs, both } = rebased(BASE, typed, fresh)
    expect(now).toEqual({ ...fresh, title: 'My title', excerpt: 'My message.' })
    expect(theirs).toEqual(['title', 'keywords', 'pageNum'])
    // Both have made the same correction of the pages.
    expect(both).toEqual(['title'])
    expect(changedFields(fresh, now)).toEqual(['title', 'excerpt'])
  })

  test('a save whose answer was lost leaves nothing to save', () => {
    const { typed: now, both } = rebased(BASE, typed, typed)
    expect([changedFields(typed, now), both]).toEqual([[], []])
  })
})
