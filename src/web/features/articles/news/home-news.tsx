import type { NewsInBrief } from '../../../../contract/api/announcements.ts'
import { HomeNewsLine } from './news-entry.tsx'

/** What is current, under the title of the home page; nothing while nothing is. */
export function HomeNews({ items }: { items: readonly NewsInBrief[] }) {
  if (!items.length) return null
  return (
    <section className="wrap home-news" aria-label="News">
      <ul role="list">
        {items.map((item) => (
          <li key={item.slug} className="call-line">
            <HomeNewsLine item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
