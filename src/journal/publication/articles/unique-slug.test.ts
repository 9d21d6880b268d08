import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { firstFree, titleSlug, unusedArticleSlug } from './unique-slug.ts'

describe('the slug of a title', () => {
  test.each([
    ['Roots of <i>Triticum durum</i> &amp; CO<sub>2</sub>', 'roots-of-triticum-durum-co2'],
    ['Růst kořenů', 'rust-korenu'],
    ['— On moss —', 'on-moss'],
    ['水稻', 'article'],
    [
      'Genome-wide association studies reveal that members of bHLH subfamily 16 share a function',
      'genome-wide-association-studies-reveal-that-members-of-bhlh-subfamily-16-share-a',
    ],
    ['a'.repeat(90), 'a'.repeat(80)],
  ])('%s', (title, slug) => {
    expect(titleSlug(title)).toBe(slug)
    expect(slug.length).toBeLessThanOrEqual(80)
  })

  test('the first number that is free', () => {
    expect(firstFree('moss', new Set())).toBe('moss')
    expect(firstFree('moss', new Set(['moss', 'moss-2', 'moss-4']))).toBe('moss-3')
  })
})

eachDatabase((open) => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await open()
  })

  test('counts on where others have the same title', async () => {
    const slug = () => journal.database.transaction((tx) => unusedArticleSlug(tx, 'On <i>moss</i>'))
    expect(await slug()).toBe('on-moss')
    await anArticle(journal.database, { slug: 'on-moss' })
    expect(await slug()).toBe('on-moss-2')
    await anArticle(journal.database, { slug: 'on-moss-2' })
    await anArticle(journal.database, { slug: 'on-moss-and-lichen' })
    expect(await slug()).toBe('on-moss-3')
    const { submitter_id, category_id } = await anArticle(journal.database, { slug: 'on-moss-3' })
    const place = { submitter: { id: submitter_id! }, category: { id: category_id }, contributors: [], manuscripts: [] }
    for (let number = 4; number <= 21; number++) {
      expect(await slug()).toBe(`on-moss-${number}`)
      await anArticle(journal.database, { ...place, slug: `on-moss-${number}` })
    }
    // Free numbers further down do not lead astray.
    await anArticle(journal.database, { ...place, slug: 'on-moss-64' })
    expect(await slug()).toBe('on-moss-22')
  })
})
