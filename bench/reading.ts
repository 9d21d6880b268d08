import { API_PREFIX } from '../src/contract/rules/site/paths.ts'
import type { Asked } from './load.ts'

/** The ids of public articles, newest first, as the public list names them. */
export async function publicIds(url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < count; page++) {
    const answer = await fetch(`${url}${API_PREFIX}/posts/published?limit=100&page=${page}`)
    const { data } = (await answer.json()) as { data: { id: string }[] }
    if (!data.length) break
    ids.push(...data.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

export const newestArticle = async (url: string): Promise<string> => (await publicIds(url, 1))[0]!

/** A page as browsers ask for it. */
export const asBrowsers = (path: string): Asked => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br' } })

/** Addresses as readers open them: the home page, the first lists, and these articles. */
export const readPages = (ids: string[]): Asked[] =>
  ['/', '/blog', '/blog?page=2', '/blog?page=3', '/archived', '/categories', ...ids.map((id) => `/blog/${id}`)].map(
    asBrowsers,
  )
