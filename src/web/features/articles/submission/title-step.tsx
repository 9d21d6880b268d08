import { journal } from '../../../../../journal.config.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { countWords } from '../../../../contract/rules/text/rich-text.ts'
import { RichLineField } from '../../../ui/rich-line/rich-line-field.tsx'
import { LimitHint } from './limit-hint.tsx'
import type { StepProps } from './step-props.ts'

export function TitleStep({ draft: { title }, update, errors, clear }: StepProps) {
  return (
    <RichLineField
      name="title"
      label="Article title"
      value={title}
      error={errors.title}
      hint="To set a Latin name in italics, select it and press the I button."
      under={
        <LimitHint
          count={countWords(plainTitle(title))}
          limit={journal.limits.titleWords}
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
