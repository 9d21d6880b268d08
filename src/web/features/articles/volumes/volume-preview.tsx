import { useEffect, useState } from 'react'
import type { PlacedArticle } from '../../../../contract/api/volumes.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { browserApi } from '../../../client/api.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import { sectionsOf, type VolumeDraft } from './volume-draft.ts'
import { VolumeMatter } from './volume-matter.tsx'

/** A pause in typing after which the preview follows. */
const PAUSE_MS = 300

/** What readers will see: the head of the volume, and its contents in short. */
export function VolumePreview({
  title,
  draft,
  cover,
  coverSize,
  articles,
}: {
  title: string
  draft: VolumeDraft
  /** The address at which the cover can be seen now. */
  cover: string | null
  coverSize: { width: number; height: number } | null
  articles: ReadonlyMap<string, PlacedArticle>
}) {
  const { frontMatter, kind, guestEditors } = draft
  const [html, setHtml] = useState('')
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(() => {
      // Without an answer the one before stays.
      browserApi.volumes.previewMatter({ frontMatter }).then(
        (answer) => !isGone && setHtml(answer.html),
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [frontMatter])
  const guests = guestEditors
    .filter(({ name }) => name.trim())
    .map(({ name, affiliation }) => ({ name, affiliation, orcid: null }))
  return (
    <div className="proof" inert>
      <div className="slip">
        <p className="page-title">{title}</p>
        <VolumeMatter volume={{ title, kind, html, coverUrl: cover, coverSize, guestEditors: guests }} />
        <div className="contents">
          {sectionsOf(draft.items).map(({ heading, articleIds }, at) => (
            <section key={at}>
              {heading && <h3>{heading}</h3>}
              <ul role="list">
                {articleIds.map((id) => {
                  const article = articles.get(id)
                  return (
                    article && (
                      <li key={id}>
                        <div>
                          <TitleText title={article.title} />
                        </div>
                        {article.pageNum && <span>{printedPages(article.pageNum)}</span>}
                      </li>
                    )
                  )
                })}
              </ul>
            </section>
          ))}
          {!draft.items.length && <p className="muted">There are no published articles in this volume yet.</p>}
        </div>
      </div>
    </div>
  )
}
