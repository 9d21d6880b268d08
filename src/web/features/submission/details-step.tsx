import { journal } from '../../../../journal.config.ts'
import { textOfHtml } from '../../../contract/html-text.ts'
import { keywordList } from '../../../contract/keywords.ts'
import { countWords } from '../../../contract/rich-text.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { LazyRichTextEditor } from '../../ui/rich-text/lazy-rich-text-editor.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { LimitHint } from './limit-hint.tsx'
import type { StepProps } from './steps.tsx'

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
      <TextAreaField
        name="excerpt"
        label="Key Message"
        value={draft.excerpt}
        error={errors.excerpt}
        hint="One or two sentences that say what you found. They stand on the article's card and above its abstract."
        onChange={set('excerpt')}
      />
      <Field
        name="keywords"
        label="Keywords"
        value={draft.keywords}
        error={errors.keywords}
        hint={`${limits.keywords} keywords, separated by commas.`}
        onChange={set('keywords')}
      />
      <LimitHint
        count={keywordList(draft.keywords).length}
        limit={limits.keywords}
        unit="keyword"
        advice="keep the most telling ones"
        exact
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
    </>
  )
}
