import { STATEMENT_NAMES, STATEMENTS } from '../../../../../contract/rules/articles/statements.ts'
import type { ArticleData } from '../article-data.ts'

/** True if `AboutArticle` has something to say. */
export const hasStatements = (article: ArticleData): boolean => STATEMENT_NAMES.some((name) => article[name]?.trim())

/** The statements of an article at the end of its text. */
export function AboutArticle({ article }: { article: ArticleData }) {
  if (!hasStatements(article)) return null
  return (
    <section aria-labelledby="about">
      <h2 id="about">About this article</h2>
      <dl className="end">
        {STATEMENT_NAMES.map((name) => {
          const text = article[name]?.trim()
          return (
            text && (
              <div key={name}>
                <dt>{STATEMENTS[name].heading}</dt>
                <dd>
                  {text.split(/\n+/).map((paragraph, index) => (
                    <p key={index}>{paragraph}</p>
                  ))}
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </section>
  )
}
