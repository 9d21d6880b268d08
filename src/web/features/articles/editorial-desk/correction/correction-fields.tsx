import { ArrowDown, ArrowUp, CircleAlert, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { CategoryWithCount } from '../../../../../contract/api/categories.ts'
import type { ContributorForm } from '../../../../../contract/api/contributors.ts'
import { REASON_MAX } from '../../../../../contract/api/field-schemas.ts'
import { ISSUE_MAX } from '../../../../../contract/rules/articles/place-in-volume.ts'
import { FEATURED_IMAGE_TYPES, IMAGE_MAX_BYTES } from '../../../../../contract/rules/files/file-rules.ts'
import { roleInWords } from '../../../../../contract/rules/people/people.ts'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { Field, SelectField, TextAreaField } from '../../../../ui/field.tsx'
import { UploadRows } from '../../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../../ui/files/use-uploads.ts'
import { RichTextField } from '../../../../ui/rich-text/rich-text-field.tsx'
import { PrivateImage } from '../../files/private-image.tsx'
import { KeywordsField } from '../../../../ui/keywords-field.tsx'
import { AuthorDialog } from '../../people/author-dialog.tsx'
import { affiliationsInWords, NOBODY, typedAuthor } from '../../people/typed-author.ts'
import { StatementFields } from '../../statement-fields.tsx'
import { FinalPdf } from '../final-pdf.tsx'
import { Part } from '../part.tsx'
import { PageRangeField, type useVolumes, VolumeField } from '../place-fields.tsx'
import type { TypedPerson } from './typed.ts'
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
        <StatementFields values={typed} errors={form.errors} onChange={set} />
      </Part>
      <Part heading="h2" title="Authors">
        <CorrectedPeople
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
        <FinalPdf
          label={base.pdfUrl ? 'Replace the final PDF (optional)' : 'Final PDF (optional)'}
          uploads={pdf}
          error={errorOf('pdfUrl')}
          onChange={() => set('pdfUrl', base.pdfUrl)}
        />
        {children}
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
      <DropZone
        name="imageUrl"
        label={base.imageUrl ? 'Replace the featured image (optional)' : 'Featured image (optional)'}
        types={FEATURED_IMAGE_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        hint="JPG, JPEG, PNG or WebP, up to 5 MB. Without one, the journal draws a plant for the article."
        error={errorOf('imageUrl')}
        onFiles={([chosen]) => {
          for (const item of uploads.items) uploads.remove(item.key)
          if (chosen) uploads.add([chosen])
        }}
      />
      <UploadRows items={uploads.items} onRemove={uploads.remove} onRetry={uploads.retry} />
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

/** The contributors of an article in the correction form: add, edit, remove and reorder. */
function CorrectedPeople({
  people,
  error,
  onChange,
}: {
  people: TypedPerson[]
  error: string | undefined
  onChange: (people: TypedPerson[]) => void
}) {
  const [open, setOpen] = useState<{ mode: 'add' | 'edit'; person: TypedPerson } | null>(null)
  const add = useRef<HTMLButtonElement>(null)

  const save = (person: TypedPerson, typed: ContributorForm) => {
    const next: TypedPerson = { ...person, author: typedAuthor(typed) }
    const isThere = people.some(({ key }) => key === person.key)
    onChange(isThere ? people.map((other) => (other.key === person.key ? next : other)) : [...people, next])
    setOpen(null)
  }
  const move = (index: number, by: 1 | -1) => {
    const next = [...people]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    onChange(next)
  }
  const remove = (key: string) => {
    onChange(people.filter((person) => person.key !== key))
    // Its button has disappeared as well.
    add.current?.focus()
  }

  return (
    <div className={error ? 'field bad' : 'field'}>
      <ol className="people" role="list" aria-label="Authors, in the order of the paper">
        {people.map((person, index) => {
          const { fullName, email, orcidId } = person.author
          const act = (Icon: LucideIcon, label: string, onClick: () => void, disabled = false) => (
            <button type="button" className="btn icon" aria-label={label} title={label} {...{ disabled, onClick }}>
              <Icon className="ic" aria-hidden="true" />
            </button>
          )
          return (
            <li key={person.key}>
              <div>
                <strong>{fullName}</strong>
                <span className="muted">{roleInWords(person.author)}</span>
                <p className="muted small">
                  {[affiliationsInWords(person.author), email, orcidId].filter(Boolean).join(' · ')}
                </p>
              </div>
              <span className="act">
                {act(ArrowUp, `Move ${fullName} up`, () => move(index, -1), index === 0)}
                {act(ArrowDown, `Move ${fullName} down`, () => move(index, 1), index === people.length - 1)}
                {act(Pencil, `Edit ${fullName}`, () => setOpen({ mode: 'edit', person }))}
                {act(Trash2, `Remove ${fullName}`, () => remove(person.key))}
              </span>
            </li>
          )
        })}
      </ol>
      <button
        ref={add}
        type="button"
        className="btn"
        aria-invalid={error ? true : undefined}
        onClick={() =>
          setOpen({ mode: 'add', person: { key: crypto.randomUUID(), contributorId: null, author: NOBODY } })
        }
      >
        <Plus className="ic" aria-hidden="true" />
        Add Author
      </button>
      {error && (
        <p className="err aligned small error-ink" role="alert">
          <CircleAlert className="ic" aria-hidden="true" />
          {error}
        </p>
      )}
      {open && (
        <AuthorDialog
          mode={open.mode}
          author={open.person.author}
          onSave={(author) => save(open.person, author)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
