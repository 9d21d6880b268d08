import { Heading, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PlacedArticle } from '../../../../contract/api/volumes.ts'
import { VOLUME_PAGE_MAX } from '../../../../contract/rules/articles/volume-pages.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { moved } from '../../../../contract/rules/site/places.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { PlaceControls } from '../../../ui/order/place-controls.tsx'
import { HOW_TO_ORDER, useOrder } from '../../../ui/order/use-order.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import { HeldActions } from './held-actions.tsx'
import { placeWordsOf, type VolumeItem, withPlace } from './volume-draft.ts'

/** The articles of a volume in order, with headings between them. */
export function OrderField({
  items,
  articles,
  onChange,
}: {
  items: readonly VolumeItem[]
  articles: ReadonlyMap<string, PlacedArticle>
  onChange: (items: VolumeItem[]) => void
}) {
  const [said, say] = useState(HOW_TO_ORDER)
  const [added, setAdded] = useState<string | null>(null)
  const area = useRef<HTMLOListElement | null>(null)
  useEffect(() => {
    if (added) area.current?.querySelector<HTMLInputElement>(`[data-row="${added}"] .what .in`)?.focus()
  }, [added])

  const titleOf = (id: string) => plainTitle(articles.get(id)?.title ?? '')
  const nameOf = ({ id, heading }: VolumeItem) => (heading === null ? titleOf(id) : `heading ${heading}`.trim())
  const indexOf = (id: string) => items.findIndex((item) => item.id === id)
  const numbered = items.filter(({ heading }) => heading === null)
  const order = useOrder({
    items: items.map((item) => ({ id: item.id, name: nameOf(item) })),
    onMove: (id, to) => onChange(moved(items, indexOf(id), to)),
    words: ({ id }, to) => placeWordsOf(moved(items, indexOf(id), to), id, titleOf),
    say,
  })
  /** One row up or down, past headings too. */
  const step = (id: string, by: -1 | 1) => {
    const next = moved(items, indexOf(id), Math.max(0, indexOf(id) + by))
    say(placeWordsOf(next, id, titleOf))
    onChange(next)
  }
  const toPlace = (id: string, place: number) => {
    const next = withPlace(items, id, place)
    say(placeWordsOf(next, id, titleOf))
    onChange(next)
  }
  const addHeading = (above: string) => {
    const id = `heading-${crypto.randomUUID()}`
    onChange(items.toSpliced(indexOf(above), 0, { id, heading: '' }))
    setAdded(id)
  }
  const removeHeading = (id: string) => {
    onChange(items.filter((item) => item.id !== id))
    say('Heading removed.')
  }

  return (
    <>
      <p className="live" role="status">
        {said}
      </p>
      <ol
        className="order"
        role="list"
        ref={(element) => {
          area.current = element
          order.ref(element)
        }}
      >
        {items.map((item, at) => {
          const { id, heading } = item
          const controls = {
            ...order.controls({ id, name: nameOf(item) }),
            ...{ place: numbered.indexOf(item), count: numbered.length },
            ...{ isNumbered: heading === null, isFirst: at === 0, isLast: at === items.length - 1 },
            onPlace: (place: number) => toPlace(id, place),
            onStep: (by: -1 | 1) => step(id, by),
          }
          const { className, ...row } = order.row(id)
          if (heading !== null)
            return (
              <li key={id} {...row} className={['heading-row', className].filter(Boolean).join(' ')}>
                <PlaceControls {...controls} />
                <span className="what">
                  <input
                    className="in"
                    aria-label="Heading"
                    autoComplete="off"
                    maxLength={VOLUME_PAGE_MAX.heading}
                    value={heading}
                    onChange={({ target }) => onChange(items.with(at, { id, heading: target.value }))}
                  />
                </span>
                <span className="acts">
                  <button
                    type="button"
                    className="btn icon"
                    aria-label={`Remove the heading ${heading}`.trim()}
                    onClick={() => removeHeading(id)}
                  >
                    <X className="ic" aria-hidden="true" />
                  </button>
                </span>
              </li>
            )
          const article = articles.get(id)
          if (!article) return null
          return (
            <li key={id} {...row} className={className}>
              <PlaceControls {...controls} />
              <span className="what">
                <span className="ttl">
                  <TitleText title={article.title} />
                </span>
                <span className="why">
                  {[
                    article.authors,
                    article.pageNum && `pages ${printedPages(article.pageNum)}`,
                    article.publishedAt === null && 'waits for the issue',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="acts">
                {article.publishedAt === null && <HeldActions id={id} title={titleOf(id)} />}
                <button
                  type="button"
                  className="btn icon"
                  title="Add a heading above"
                  aria-label={`Add a heading above ${titleOf(id)}`}
                  onClick={() => addHeading(id)}
                >
                  <Heading className="ic" aria-hidden="true" />
                </button>
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
