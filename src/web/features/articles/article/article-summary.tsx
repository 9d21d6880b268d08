import { repeatsAbstract } from '../../../../contract/rules/articles/key-message.ts'
import { RichHtml } from '../../../ui/rich-html.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { KeywordLinks } from '../keyword-links.tsx'
import type { ArticleData } from './article-data.ts'

/** Key message, abstract and keywords. */
export function ArticleSummary({ article: { excerpt, abstract, keywords } }: { article: ArticleData }) {
  return (
    <>
      {!repeatsAbstract(excerpt, abstract) && (
        <section aria-label="Key Message">
          <p className="key">
            <TitleText title={excerpt} />
          </p>
        </section>
      )}
      {abstract && (
        <section aria-labelledby="abstract">
          <h2 id="abstract">Abstract</h2>
          <RichHtml html={abstract} />
        </section>
      )}
      {keywords && (
        <section className="keywords" aria-labelledby="keywords">
          <h2 id="keywords">Keywords</h2>
          <p className="prose">
            <KeywordLinks keywords={keywords} />
          </p>
        </section>
      )}
    </>
  )
}

/** Says of a sample article that it is one. */
export function SampleNote() {
  return (
    <p className="notice sample-note">
      This is a sample article that shows what the journal looks like. Its people and findings are invented.
    </p>
  )
}
