import { journal } from '../../../../journal.config.ts'
import { plainTitle } from '../../../contract/inline-markup.ts'
import { countWords } from '../../../contract/rich-text.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { LimitHint } from './limit-hint.tsx'
import type { StepProps } from './steps.tsx'

export function TitleStep({ draft: { title }, update, errors, clear }: StepProps) {
  return (
    <>
      <TextAreaField
        name="title"
        label="Article title"
        value={title}
        error={errors.title}
        hint={
          <>
            Write Latin names between <code>&lt;i&gt;</code> and <code>&lt;/i&gt;</code>, for example{' '}
            <code>&lt;i&gt;Ferula assa-foetida&lt;/i&gt;</code>. <code>&lt;sub&gt;</code> and <code>&lt;sup&gt;</code>{' '}
            work the same way.
          </>
        }
        under={
          <LimitHint
            count={countWords(plainTitle(title))}
            limit={journal.limits.titleWords}
            unit="word"
            advice="shorten the title"
          />
        }
        onChange={(value) => {
          update({ title: value.replace(/[\r\n]+/g, ' ') })
          clear('title')
        }}
      />
      {/<(i|sub|sup)>/.test(title) && (
        <p className="preview">
          <span className="muted small">As it will be set</span>
          <span className="preview-title">
            <TitleText title={title} />
          </span>
        </p>
      )}
    </>
  )
}
