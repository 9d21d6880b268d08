import { journal } from '../../../../../journal.config.ts'
import { textOfHtml } from '../../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { LISTED_KEY_MESSAGE } from '../../../../contract/rules/articles/key-message.ts'
import { keywordList } from '../../../../contract/rules/articles/keywords.ts'
import { countWords } from '../../../../contract/rules/text/rich-text.ts'
import { KeywordsField } from '../keywords-field.tsx'
import { RichLineField } from '../../../ui/rich-line/rich-line-field.tsx'
import { LazyRichTextEditor } from '../../../ui/rich-text/lazy-rich-text-editor.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { StatementFields } from '../statement-fields.tsx'
import { LimitHint } from './limit-hint.tsx'
import type { StepProps } from './step-props.ts'

export function DetailsStep({ draft, update, errors, clear, categories }: StepProps) {
  const { limits } = journal
  const set = (field: 'categoryId' | 'excerpt' | 'keywords' | 'abstract') => (value: string) => {
    update({ [field]: value })
    clear(field)
  }
  return (
    <>
      <SelectField
        name="categoryId"
        label="Category"
        value={draft.categoryId}
        error={errors.categoryId}
        placeholder="Choose a category"
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={set('categoryId')}
      />
      <RichLineField
        name="excerpt"
        label="Key Message"
        value={draft.excerpt}
        error={errors.excerpt}
        hint="What you found, in one or two sentences. Shown in article lists and above the abstract."
        under={
          <LimitHint
            count={plainTitle(draft.excerpt).length}
            limit={LISTED_KEY_MESSAGE}
            unit="character"
            advice="shorten the key message, as lists will cut it"
          />
        }
        onChange={set('excerpt')}
      />
      <KeywordsField
        name="keywords"
        label="Keywords"
        value={draft.keywords}
        error={errors.keywords}
        hint={`Please give ${limits.keywords}. Press Enter or type a comma after each.`}
        under={
          <LimitHint
            count={keywordList(draft.keywords).length}
            limit={limits.keywords}
            unit="keyword"
            advice="keep the most relevant ones"
            exact
          />
        }
        onChange={set('keywords')}
      />
      <LazyRichTextEditor
        name="abstract"
        label="Abstract"
        value={draft.abstract}
        error={errors.abstract}
        onChange={set('abstract')}
      />
      <LimitHint
        count={countWords(textOfHtml(draft.abstract))}
        limit={limits.abstractWords}
        unit="word"
        advice="shorten the abstract"
      />
      <StatementFields
        values={draft}
        errors={errors}
        onChange={(statement, value) => {
          update({ [statement]: value })
          clear(statement)
        }}
      />
    </>
  )
}
