import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { OwnRequest } from '../../../../contract/api/requests.ts'
import {
  AFFECTS,
  AFFECTS_WORDS,
  BLAMED,
  BLAMED_WORDS,
  PASSAGES_MAX,
  REQUEST_FILES_MAX,
  REQUEST_KINDS,
  REQUEST_WORDS,
} from '../../../../contract/rules/articles/requests.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES, IMAGE_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { SavedNote } from '../../../ui/saved-note.tsx'
import { Choices } from './choices.tsx'
import { ChoosePassage } from './choose-passage.tsx'
import { type Ask, asksAboutError, nameOfPassage, NO_PASSAGE, useAsk } from './use-ask.ts'
import { WouldChange } from './would-change.tsx'

/** An author asks the editors to change something in a published article. */
export function AskForm({
  articleId,
  userId,
  onSent,
}: {
  articleId: string
  userId: string
  onSent: (request: OwnRequest) => void
}) {
  const form = useAsk(articleId, userId, onSent)
  const { values, set, errors, uploads } = form
  const isAboutError = asksAboutError(values.kind)
  return (
    <form {...form.formProps}>
      <Section title="What to change" aside={<SavedNote stored={form.stored} />}>
        <Choices
          name="kind"
          legend="What is it about?"
          options={REQUEST_KINDS}
          words={REQUEST_WORDS}
          value={values.kind}
          error={errors.kind}
          onChange={(kind) => set('kind', kind)}
        />
        <Passages form={form} articleId={articleId} />
      </Section>
      <Section title={isAboutError ? 'About the error' : 'The reason'}>
        {isAboutError && (
          <>
            <Choices
              name="whoseError"
              legend="Whose error is it?"
              options={BLAMED}
              words={BLAMED_WORDS}
              value={values.whoseError}
              error={errors.whoseError}
              onChange={(whose) => set('whoseError', whose)}
            />
            <Choices
              name="affects"
              legend="Does it change a result or a conclusion?"
              options={AFFECTS}
              words={AFFECTS_WORDS}
              value={values.affects}
              error={errors.affects}
              onChange={(affects) => set('affects', affects)}
            />
          </>
        )}
        <TextAreaField
          {...form.text('text')}
          label={isAboutError ? 'What is wrong, and how did it happen?' : 'What should change, and why?'}
          hint={isAboutError ? 'One or two sentences; they are printed if a notice is needed.' : undefined}
        />
      </Section>
      <Section title="Files" aside={<span className="muted small">optional</span>}>
        <DropZone
          name="files"
          label="A corrected figure or table, or data that show what is right"
          types={{ ...DOCUMENT_TYPES, ...IMAGE_TYPES }}
          maxBytes={FILE_MAX_BYTES}
          hint={`Documents and pictures, up to 10 MB each; at most ${REQUEST_FILES_MAX}.`}
          multiple
          error={form.errorOf('files')}
          onFiles={(chosen) => {
            form.clear('files')
            uploads.add(chosen)
          }}
        />
        <UploadRows
          items={uploads.items}
          onRemove={(key) => {
            form.clear('files')
            uploads.remove(key)
          }}
          onRetry={uploads.retry}
        />
      </Section>
      <SendFailure form={form} />
      <div className="sticky-bar aligned">
        <p className="muted small fill">Your co-authors are asked about every notice.</p>
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Sending...' : 'Send Request'}
        </button>
      </div>
    </form>
  )
}

/** Passages with what they should say, and what that would change. */
function Passages({ form: { values, errors, changePassages }, articleId }: { form: Ask; articleId: string }) {
  const { passages } = values
  const adding = useRef<HTMLButtonElement>(null)
  return (
    <>
      {passages.map((row, at) => {
        const name = nameOfPassage(passages, at)
        const change = (changed: Partial<typeof row>) => changePassages(passages.with(at, { ...row, ...changed }))
        const number = passages.length > 1 ? ` ${at + 1}` : ''
        return (
          <fieldset key={at} className="suggestion">
            <legend>Passage{number}</legend>
            <TextAreaField
              name={`${name}.passage`}
              label="In the article"
              hint="Copy it from the article; of a table, copy its row. Leave it empty if no passage is wrong."
              value={row.passage}
              error={errors[`${name}.passage`]}
              onChange={(passage) => change({ passage })}
            />
            <ChoosePassage
              articleId={articleId}
              // What it should say is the same but for the error.
              onChosen={(passage) => change({ passage, wording: row.wording || passage })}
            />
            <TextAreaField
              name={`${name}.wording`}
              label="It should say"
              hint="If this stays empty, the passage is removed."
              value={row.wording}
              error={errors[`${name}.wording`]}
              onChange={(wording) => change({ wording })}
            />
            {row.passage.trim() && <WouldChange {...row} />}
            {passages.length > 1 && (
              <button
                type="button"
                className="btn text pull"
                onClick={() => {
                  changePassages(passages.filter((_, other) => other !== at))
                  adding.current?.focus()
                }}
              >
                Remove<span className="sr"> passage{number}</span>
              </button>
            )}
          </fieldset>
        )
      })}
      {errors.passages && (
        <p className="notice bad" role="alert" tabIndex={-1}>
          {errors.passages}
        </p>
      )}
      {passages.length < PASSAGES_MAX && (
        <button
          ref={adding}
          type="button"
          className="btn text pull"
          onClick={() => changePassages([...passages, NO_PASSAGE])}
        >
          <Plus className="ic" aria-hidden="true" />
          Add Another Passage
        </button>
      )}
    </>
  )
}
