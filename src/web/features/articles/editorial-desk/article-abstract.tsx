import { useCallback, useEffect, useState } from 'react'
import { browserApi } from '../../../client/api.ts'
import { RichHtml } from '../../../ui/rich-html.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { Part } from './part.tsx'

/** The abstract of an article: lists do not carry it, it comes with the details. */
export function ArticleAbstract({ id }: { id: string }) {
  const [abstract, setAbstract] = useState<{ html: string } | 'loading' | 'failed'>('loading')

  const load = useCallback(
    () =>
      browserApi.articles.details({ id }).then(
        (article) => setAbstract({ html: article.abstract }),
        () => setAbstract('failed'),
      ),
    [id],
  )
  useEffect(() => void load(), [load])

  return (
    <Part title="Abstract">
      {abstract === 'loading' && <SkeletonLines widths={[100, 95, 60]} />}
      {abstract === 'failed' && (
        <Failure message="The abstract could not be loaded.">
          <TryAgain
            onClick={() => {
              setAbstract('loading')
              void load()
            }}
          />
        </Failure>
      )}
      {typeof abstract === 'object' && <RichHtml html={abstract.html} />}
    </Part>
  )
}
