import { browserApi } from '../../../client/api.ts'
import { RichHtml } from '../../../ui/rich-html.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { Part } from './part.tsx'

/**
 * The abstract of an article, which is loaded with the details because lists do not include it. It stays while it is
 * loaded again after a change: what is below it must not move under the pointer.
 */
export function ArticleAbstract({ id, updatedAt }: { id: string; updatedAt: string }) {
  const ask = () => browserApi.articles.details({ id })
  const { answer: article, failed, tryAgain } = useAnswer(ask, `${id} ${updatedAt}`)
  return (
    <Part title="Abstract">
      {failed ? (
        <Failure message="The abstract could not be loaded.">
          <TryAgain onClick={tryAgain} />
        </Failure>
      ) : article ? (
        <RichHtml html={article.abstract} />
      ) : (
        <SkeletonLines widths={[100, 95, 60]} />
      )}
    </Part>
  )
}
