import type { ReactNode } from 'react'
import type { CategoryWithCount } from '../../../../../contract/api/categories.ts'
import { REASON_MAX } from '../../../../../contract/api/field-schemas.ts'
import { ISSUE_MAX } from '../../../../../contract/rules/articles/place-in-volume.ts'
import type { Article } from '../../../../../contract/api/articles.ts'
import { PDF_LOCKED } from '../../../../../contract/rules/articles/new-names.ts'
import { NO_ANSWER, NOT_ASKED, type Statement, UNANSWERED } from '../../../../../contract/rules/articles/statements.ts'
import { FEATURED_IMAGE_TYPES, IMAGE_MAX_BYTES } from '../../../../../contract/rules/files/file-rules.ts'
import { Field, SelectField, TextAreaField } from '../../../../ui/field.tsx'
import { OneUpload } from '../../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../../ui/files/use-uploads.ts'
import { RichTextField } from '../../../../ui/rich-text/rich-text-field.tsx'
import { PrivateImage } from '../../files/private-image.tsx'
import { KeywordsField } from '../../../../ui/keywords-field.tsx'
import { AuthorsField } from '../../../../site/people/author-dialog.tsx'
import { StatementFields } from '../../statement-fields.tsx'
import { MaterialFields } from '../../material-fields.tsx'
import { SupplementFields } from '../../supplement-fields.tsx'
import { WorksFields } from '../../works-fields.tsx'
import { FinalPdf } from '../final-pdf.tsx'
import { Part } from '../part.tsx'
import { PageRangeField, type useVolumes, VolumeField } from '../place-fields.tsx'
import type { CorrectionForm } from './use-correction.ts'

/** Why a question has no answer, as far as it is known. */
const noteOf =
  ({ notAsked, submitterId }: Article) =>
  (name: Statement): string =>
    notAsked.includes(name) ? NOT_ASKED : submitterId === null ? NO_ANSWER : UNANSWERED

/** All correctable fields of an article, and the reason. */
export function CorrectionFields({
  form,
  categories,
  image,
  pdf,
  supplements,
  volumes,
  children,
}: {
  form: CorrectionForm
  categories: CategoryWithCount[]
  image: Uploads
  pdf: Uploads
  supplements: Uploads
  volumes: ReturnType<typeof useVolumes>
  /** The full text. */
  children: ReactNode
}) {
  const { base, typed, errorOf, set, text } = form
  return (
    <>
      <Part heading="h2" title="Text">
        <RichTextField line {...text('title')} label="Title" hint="Select a Latin name and press I for italics." />
        <RichTextField
          line
          {...text('excerpt')}
          label="Key Message"
          hint="Shown in article lists and above the abstract."
        />
        <RichTextField {...text('abstract')} label="Abstract" />
        <KeywordsField {...text('keywords')} label="Keywords" hint="Press Enter or type a comma after each." />
      </Part>
      <Part heading="h2" title="Declarations">
        <StatementFields values={typed} errors={form.errors} onChange={set} noteFor={noteOf(form.seen)} />
        <WorksFields
          awards={typed.awards}
          links={typed.links}
          errors={form.errors}
          onChange={({ awards, links }) => {
            if (awards) set('awards', awards)
            if (links) set('links', links)
          }}
        />
        <MaterialFields
          vouchers={typed.vouchers}
          permitDetails={typed.permitDetails}
          newNames={typed.newNames}
          errors={form.errors}
          onChange={({ vouchers, permitDetails, newNames }) => {
            if (vouchers) set('vouchers', vouchers)
            if (permitDetails) set('permitDetails', permitDetails)
            if (newNames) set('newNames', newNames)
          }}
        />
      </Part>
      <Part heading="h2" title="Authors">
        <AuthorsField
          people={typed.contributors}
          error={errorOf('contributors')}
          onChange={(people) => set('contributors', people)}
        />
      </Part>
      <Part heading="h2" title="Where it appears">
        <div className="two">
          <SelectField
            {...text('categoryId')}
            label="Category"
            placeholder="Choose a category"
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <VolumeField
            volumes={volumes}
            value={typed.volumeId}
            error={errorOf('volumeId')}
            onChange={(volumeId) => set('volumeId', volumeId)}
          />
          <Field
            {...text('issue')}
            label="Issue (optional)"
            autoComplete="off"
            maxLength={ISSUE_MAX}
            hint="For example 3 or 7-8."
          />
          <PageRangeField
            value={typed.pageNum}
            error={errorOf('pageNum')}
            onChange={(pageNum) => set('pageNum', pageNum)}
          />
        </div>
      </Part>
      <Part heading="h2" title="Image, PDF and full text">
        <CorrectedImage form={form} uploads={image} />
        {form.seen.namesLocked ? (
          <p className="notice">{PDF_LOCKED}</p>
        ) : (
          <FinalPdf
            label={base.pdfUrl ? 'Replace the final PDF (optional)' : 'Final PDF (optional)'}
            uploads={pdf}
            error={errorOf('pdfUrl')}
            onChange={() => set('pdfUrl', base.pdfUrl)}
          />
        )}
        {children}
      </Part>
      <Part heading="h2" title="Supplements">
        <SupplementFields
          supplements={typed.supplements}
          uploads={supplements}
          errors={form.errors}
          onChange={(changed) => set('supplements', changed)}
        />
      </Part>
      <Part heading="h2" title="Reason">
        <TextAreaField
          {...text('reason')}
          label="Reason for the changes"
          hint={`Kept in the audit log and sent to the submitter of a published article. Up to ${REASON_MAX} characters.`}
        />
      </Part>
    </>
  )
}

/** The featured image, which can be kept, replaced or removed, and its description. */
function CorrectedImage({
  form: { base, typed, errorOf, set, text },
  uploads,
}: {
  form: CorrectionForm
  uploads: Uploads
}) {
  return (
    <>
      <OneUpload
        uploads={uploads}
        name="imageUrl"
        label={base.imageUrl ? 'Replace the featured image (optional)' : 'Featured image (optional)'}
        types={FEATURED_IMAGE_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        hint="JPG, JPEG, PNG or WebP, up to 5 MB. Without one, the journal draws a plant for the article."
        error={errorOf('imageUrl')}
      />
      {typed.imageUrl ? (
        <div className="featured">
          <PrivateImage url={typed.imageUrl} alt={typed.imageAlt} />
          <div>
            <Field
              {...text('imageAlt')}
              label="What the image shows"
              hint="A short description for readers who cannot see it."
            />
            {typed.imageUrl === base.imageUrl && (
              <button type="button" className="btn text danger" onClick={() => set('imageUrl', '')}>
                Remove Image
              </button>
            )}
          </div>
        </div>
      ) : (
        base.imageUrl && (
          <p className="notice">
            The image will be removed.{' '}
            <button type="button" className="btn text" onClick={() => set('imageUrl', base.imageUrl)}>
              Keep the Image
            </button>
          </p>
        )
      )}
    </>
  )
}
