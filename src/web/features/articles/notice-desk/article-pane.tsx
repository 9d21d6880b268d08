import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { Notice } from '../../../../contract/api/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TextLook } from '../../../ui/text-look.tsx'
import { RichHtml, TitleText } from '../../../ui/title-text.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** The article that a notice is about, to be read beside it. */
export function ArticlePane({ about }: Pick<Notice, 'about'>) {
  const [chosen, choose] = useState(about[0]?.id ?? '')
  const article = about.find(({ id }) => id === chosen) ?? about[0]
  return (
    <>
      <div className="ms-bar aligned small">
        {about.length > 1 ? (
          <select className="in" aria-label="Article" value={chosen} onChange={(event) => choose(event.target.value)}>
            {about.map(({ id, title }) => (
              <option key={id} value={id}>
                {title.replaceAll(/<[^<>]*>/g, '')}
              </option>
            ))}
          </select>
        ) : (
          <span className="muted">The article</span>
        )}
        {article && (
          <a className="btn text" href={paths.article(article.id)} target="_blank" rel="noopener">
            <ExternalLink className="ic" aria-hidden="true" />
            Open<span className="sr"> the article in a new tab</span>
          </a>
        )}
      </div>
      {article && <Text key={article.id} {...article} />}
    </>
  )
}

function Text({ id, title, authors }: Notice['about'][number]) {
  const { answer, failed, tryAgain } = useAnswer(async () => {
    const [article, text] = await Promise.all([
      browserApi.articles.details({ id }),
      browserApi.fullTexts.get({ id, page: 1 }).catch(() => null),
    ])
    return { abstract: article.abstract, text: text?.html ?? null }
  }, id)
  return (
    <div className="mstext letter" tabIndex={0} role="region" aria-label="Text of the article">
      <h2>
        <TitleText title={title} />
      </h2>
      <p className="muted small">{authors}</p>
      {failed ? (
        <Failure message="The article could not be loaded.">
          <TryAgain onClick={tryAgain} />
        </Failure>
      ) : answer ? (
        <>
          <h3>Abstract</h3>
          <RichHtml html={answer.abstract} />
          {answer.text && <TextLook html={answer.text} label="The whole text" />}
        </>
      ) : (
        <SkeletonLines widths={[100, 95, 90, 100, 60]} />
      )}
    </div>
  )
}
