import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Article } from '../../../../../contract/api/articles.ts'
import { listingQuery } from '../listing-query.ts'
import { useChosen } from './use-chosen.ts'

const some = (...ids: string[]) => ids.map((id) => ({ id }) as Article)
const [first, second] = [some('a', 'b', 'c', 'd'), some('e', 'f')]
const query = (search: string) => listingQuery(new URLSearchParams(search))

function chosen() {
  const { result, rerender } = renderHook(({ search, shown }) => useChosen(query(search), shown, 6), {
    initialProps: { search: '', shown: first },
  })
  return {
    now: () => result.current,
    ids: () => result.current.articles.map(({ id }) => id),
    show: (search: string, shown = first) => rerender({ search, shown }),
  }
}

describe('articles that are ticked', () => {
  test('stay over the pages and orders of a list, and are cleared by another search', () => {
    const { now, ids, show } = chosen()
    act(() => now().toggle(first[1]!))
    expect(now().page).toBe('some')
    show('page=2&sort=title', second)
    expect(now().page).toBe('none')
    act(() => now().togglePage())
    expect(ids()).toEqual(['b', 'e', 'f'])
    expect(now()).toMatchObject({ count: 3, page: 'all' })
    show('q=drought', second)
    expect(now()).toMatchObject({ count: 0, page: 'none' })
  })

  test('go from the last one that was ticked to another one, in both directions', () => {
    const { now, ids } = chosen()
    act(() => now().upTo(first[2]!))
    expect(ids()).toEqual(['c'])
    act(() => now().upTo(first[0]!))
    expect(ids().toSorted()).toEqual(['a', 'b', 'c'])
    act(() => now().togglePage())
    expect(ids().length).toBe(4)
    act(() => now().togglePage())
    expect(ids()).toEqual([])
  })

  test('are all that match, until one is taken out', () => {
    const { now, ids, show } = chosen()
    act(() => now().toggle(first[0]!))
    act(() => now().chooseAll())
    expect(now()).toMatchObject({ count: 6, isAll: true })
    show('page=2', second)
    expect(now().has('f')).toBe(true)
    act(() => now().toggle(second[0]!))
    expect(now().isAll).toBe(false)
    expect(ids()).toEqual(['f'])
    act(() => now().clear())
    expect(now().count).toBe(0)
  })
})
