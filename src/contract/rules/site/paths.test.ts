import { describe, expect, it } from 'vitest'
import { pageHref } from './paths.ts'

describe('the address of a page of a list', () => {
  it.each([
    ['/blog', 1, '/blog'],
    ['/blog', 2, '/blog?page=2'],
    ['/admin/users?q=fern&role=author', 1, '/admin/users?q=fern&role=author'],
    ['/admin/users?q=fern&role=author', 3, '/admin/users?q=fern&role=author&page=3'],
  ])('%s, page %i', (path, page, address) => expect(pageHref(path, page)).toBe(address))
})
