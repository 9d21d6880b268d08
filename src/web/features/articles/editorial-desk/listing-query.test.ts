import { describe, expect, test } from 'vitest'
import { isNarrowed, listingHref, listingQuery, movedListing } from './listing-query.ts'

const read = (search: string) => listingQuery(new URLSearchParams(search))

describe('the address of Research Listings', () => {
  test('leaves out what goes without saying', () => {
    expect(listingHref(read(''))).toBe('/admin/listings')
    expect(listingHref(read('?sort=newest&page=1&q=+'))).toBe('/admin/listings')
    expect(listingHref(read('?page=3'))).toBe('/admin/listings?page=3')
  })

  test('says everything else, and is read back the same', () => {
    const query = {
      status: 'pending',
      stage: 'revising',
      category: 'c1',
      q: 'Ferula & co',
      sort: 'author',
      page: 2,
    } as const
    const href = listingHref(query)
    expect(href).toBe('/admin/listings?status=pending&stage=revising&category=c1&q=Ferula+%26+co&sort=author&page=2')
    expect(read(href.slice('/admin/listings'.length))).toEqual(query)
  })

  test('does not take words that it does not know', () => {
    expect(read('?status=lost&stage=gone&sort=colour&page=-4')).toEqual({
      status: null,
      stage: null,
      category: null,
      q: '',
      sort: 'newest',
      page: 1,
    })
    expect(read(`?q=${'x'.repeat(500)}`).q).toHaveLength(200)
  })

  test('is found by the one that it had before', () => {
    const moved = (address: string) => movedListing(new URL(address, 'http://journal.test'))
    expect(moved('/admin?status=pending&q=Ferula+%26+co&page=2')).toBe(
      '/admin/listings?status=pending&q=Ferula+%26+co&page=2',
    )
    for (const parameter of ['category=c1', 'sort=title', 'page=3']) expect(moved(`/admin?${parameter}`)).not.toBeNull()
    for (const address of ['/admin', '/admin?scope=all&find=fern']) expect(moved(address)).toBeNull()
  })

  test('knows a narrowed list from one that is only ordered', () => {
    expect(isNarrowed(read('?sort=title&page=2'))).toBe(false)
    expect(isNarrowed(read('?status=archived'))).toBe(true)
    expect(isNarrowed(read('?stage=accepted'))).toBe(true)
    expect(isNarrowed(read('?q=fern'))).toBe(true)
  })
})
