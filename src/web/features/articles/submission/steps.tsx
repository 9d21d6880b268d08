import type { ComponentType } from 'react'
import { z } from 'zod'
import { journal } from '../../../../contract/journal.ts'
import {
  AuthorsStep as AuthorsRules,
  DetailsStep as DetailsRules,
  FilesStep as FilesRules,
  ReviewStep as ReviewRules,
  TitleStep as TitleRules,
} from '../../../../contract/api/submission.ts'
import { LISTED_KEY_MESSAGE } from '../../../../contract/rules/articles/key-message.ts'
import { keywordList } from '../../../../contract/rules/articles/keywords.ts'
import {
  DOCUMENT_TYPES,
  FEATURED_IMAGE_TYPES,
  FILE_MAX_BYTES,
  IMAGE_MAX_BYTES,
} from '../../../../contract/rules/files/file-rules.ts'
import { countInWords } from '../../../../contract/rules/peer-review/in-words.ts'
import { textOfHtml } from '../../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { countWords } from '../../../../contract/rules/text/rich-text.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { OneUpload, UploadRows } from '../../../ui/files/upload-rows.tsx'
import type { UploadedFile } from '../../../ui/files/use-uploads.ts'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { PrivateImage } from '../files/private-image.tsx'
import { KeywordsField } from '../../../ui/keywords-field.tsx'
import { StatementFields } from '../statement-fields.tsx'
import { MaterialFields } from '../material-fields.tsx'
import { SupplementFields } from '../supplement-fields.tsx'
import { WorksFields } from '../works-fields.tsx'
import { AuthorsStep } from './authors-step.tsx'
import type { StepProps } from './draft.ts'
import { LimitHint } from './limit-hint.tsx'
import { ReviewStep } from './review-step.tsx'

export interface Step {
  title: string
  Fields: ComponentType<StepProps>
  /** What of a submission has to be right before the next step. */
  rules: z.ZodObject
}

/** The part of a submission that a step asks for. */
export const partOf = ({ shape }: z.ZodObject, submission: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(submission).filter(([field]) => field in shape))

export const STEPS: Step[] = [
  { title: 'Article Title', Fields: TitleStep, rules: TitleRules },
  { title: 'Article Details', Fields: DetailsStep, rules: DetailsRules },
  { title: 'Content Files', Fields: FilesStep, rules: FilesRules },
  { title: 'Authors', Fields: AuthorsStep, rules: AuthorsRules },
  // The authors again: the last one may have been removed since step 4.
  {
    title: 'Review & Submit',
    Fields: ReviewStep,
    rules: z.strictObject({ ...AuthorsRules.shape, ...ReviewRules.shape }),
  },
]

/** The step with the field that the server refused. */
export function stepOfField(field: string): number {
  const step = STEPS.findIndex(({ rules }) => field.split('.')[0]! in rules.shape)
  return step < 0 ? STEPS.length - 1 : step
}

function TitleStep({ draft: { title }, update, errors, clear }: StepProps) {
  return (
    <RichTextField
      line
      name="title"
      label="Article title"
      value={title}
      error={errors.title}
      hint="Select a Latin name and press I for italics."
      under={
        <LimitHint
          count={countWords(plainTitle(title))}
          limit={journal().limits.titleWords}
          unit="word"
          advice="shorten the title"
        />
      }
      onChange={(value) => {
        update({ title: value })
        clear('title')
      }}
    />
  )
}

function FilesStep({ draft, update, errors, clear, uploads: { files, supplements, image } }: StepProps) {
  return (
    <>
      <DropZone
        name="files"
        label="Content files"
        types={DOCUMENT_TYPES}
        maxBytes={FILE_MAX_BYTES}
        hint={`${Object.keys(DOCUMENT_TYPES).join(', ')}. Up to 10 MB each. Please include the manuscript itself.`}
        multiple
        error={errors.files}
        onFiles={(chosen) => {
          clear('files')
          files.add(chosen)
        }}
      />
      <UploadRows
        items={files.items}
        onRemove={(key) => {
          clear('files')
          files.remove(key)
        }}
        onRetry={files.retry}
      />
      <hr className="rule ruled" />
      <SupplementFields
        supplements={draft.supplements}
        uploads={supplements}
        errors={errors}
        onChange={(changed) => {
          update({ supplements: changed })
          clear('supplements')
        }}
      />
      <hr className="rule ruled" />
      <OneUpload
        uploads={image}
        name="image"
        label="Featured image (optional)"
        types={FEATURED_IMAGE_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        hint="JPG, JPEG, PNG or WebP, one file, max 5 MB. Without one, the journal draws a plant for your article."
        error={errors.imageUrl}
        onChange={() => clear('imageUrl')}
      />
      {draft.image && (
        <FeaturedImage
          image={draft.image}
          alt={draft.imageAlt}
          error={errors.imageAlt}
          onAlt={(imageAlt) => {
            clear('imageAlt')
            update({ imageAlt })
          }}
        />
      )}
    </>
  )
}

/** The full featured image, and its alternative text. */
function FeaturedImage({
  image,
  alt,
  error,
  onAlt,
}: {
  image: UploadedFile
  alt: string
  error: string | undefined
  onAlt: (alt: string) => void
}) {
  return (
    <div className="featured">
      <PrivateImage url={image.url} alt={alt || 'Featured image'} />
      <Field
        name="imageAlt"
        label="What the image shows"
        value={alt}
        error={error}
        hint="Describe it in a sentence, for readers who cannot see it."
        onChange={onAlt}
      />
    </div>
  )
}

function DetailsStep({ draft, update, errors, clear, categories }: StepProps) {
  const { limits } = journal()
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
      <RichTextField
        line
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
        hint={`Please give ${countInWords(limits.keywords, 'keyword')}. Press Enter or type a comma after each.`}
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
      <RichTextField
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
      <h3 className="part">Declarations</h3>
      <StatementFields
        isAsked
        values={draft}
        errors={errors}
        onChange={(statement, value) => {
          update({ [statement]: value })
          clear(statement)
        }}
      />
      <WorksFields
        awards={draft.awards}
        links={draft.links}
        errors={errors}
        onChange={(changed) => {
          update(changed)
          clear(...Object.keys(errors).filter((field) => field.split('.')[0]! in changed))
        }}
      />
      <MaterialFields
        vouchers={draft.vouchers}
        permitDetails={draft.permitDetails}
        newNames={draft.newNames}
        errors={errors}
        onChange={(changed) => {
          update(changed)
          clear(...Object.keys(errors).filter((field) => field.split('.')[0]! in changed))
        }}
      />
    </>
  )
}
