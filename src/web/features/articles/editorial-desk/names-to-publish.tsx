import { latinOf } from '../../../../contract/rules/articles/new-names.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/** What the PDF of an article with new names has to say, and that it is the last. */
export function NamesToPublish({ articleId }: { articleId: string }) {
  const { answer } = useAnswer(() => browserApi.articles.details({ id: articleId }), articleId)
  const names = (answer?.newNames ?? []).map(({ name }) => latinOf(name))
  if (!names.length) return null
  return (
    <p className="notice caution">
      This article publishes new names: {joinNames(names)}. Its PDF has to name them and the day of publication,{' '}
      {longDate(new Date().toISOString())}, and is fixed for good once the article is published.
    </p>
  )
}
