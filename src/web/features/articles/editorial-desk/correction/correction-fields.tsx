import type { ReactNode } from 'react'
import type { CategoryWithCount } from '../../../../../contract/api/categories.ts'
import { ISSUE_MAX } from '../../../../../contract/rules/articles/issue.ts'
import { REASON_MAX } from '../../../../../contract/api/reasons.ts'
import { Field } from '../../../../ui/field.tsx'
import { KeywordsField } from '../../keywords-field.tsx'
import { RichLineField } from '../../../../ui/rich-line/rich-line-field.tsx'
import { LazyRichTextEditor } from '../../../../ui/rich-text/lazy-rich-text-editor.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import type { Uploads } from '../../../../ui/files/use-uploads.ts'
import { StatementFields } from '../../statement-fields.tsx'
import { FinalPdf } from '../final-pdf.tsx'
import { PageRangeField } from '../page-range-field.tsx'
import { Part } from '../part.tsx'
import { VolumeField, type useVolumes } from '../volume-field.tsx'
import { CorrectedImage } from './corrected-image.tsx'
import { CorrectedPeople } from './corrected-people.tsx'
import type { CorrectionForm } from './use-correction.ts'

/** All correctable fields of an article, and the reason. */
export function CorrectionFields({
  form,
  categories,
  image,
  pdf,
  volumes,
  children,
}: {
  form: CorrectionForm
  categories: CategoryWithCount[]
  image: Uploads
  pdf: Uploads
  volumes: ReturnType<typeof useVolumes>
  /** The full text. */
  children: ReactNode
}) {
  const { base, typed, errors, set } = form
  const text = (name: 'title' | 'excerpt' | 'keywords' | 'abstract' | 'categoryId' | 'issue') => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (value: string) => set(name, value),
  })
  return (
    <>
      <Part heading="h2" title="Text">
        <RichLineField {...text('title')} label="Title" hint="Select a Latin name and press I to set it in italics." />
        <RichLineField {...text('excerpt')} label="Key Message" hint="Shown in article lists and above the abstract." />
        <LazyRichTextEditor {...text('abstract')} label="Abstract" />
        <KeywordsField {...text('keywords')} label="Keywords" hint="Press Enter or type a comma after each." />
        <StatementFields values={typed} errors={errors} onChange={set} />
      </Part>
      <Part heading="h2" title="Authors">
        <CorrectedPeople
          people={typed.contributors}
          error={errors.contributors}
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
            error={errors.volumeId}
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
            error={errors.pageNum}
            onChange={(pageNum) => set('pageNum', pageNum)}
          />
        </div>
      </Part>
      <Part heading="h2" title="Image, PDF and full text">
        <CorrectedImage form={form} uploads={image} />
        <FinalPdf
          label={base.pdfUrl ? 'Replace the final PDF (optional)' : 'Final PDF (optional)'}
          uploads={pdf}
          error={errors.pdfUrl}
          onChange={() => set('pdfUrl', base.pdfUrl)}
        />
        {children}
      </Part>
      <Part heading="h2" title="Reason">
        <TextAreaField
          name="reason"
          label="Reason for the changes"
          value={form.reason}
          error={errors.reason}
          hint={`Kept in the audit log and sent to the submitter of a published article. Up to ${REASON_MAX} characters.`}
          onChange={form.setReason}
        />
      </Part>
    </>
  )
}
