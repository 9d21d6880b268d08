import type { ComponentProps } from 'react'
import { withItalics } from '../../../../contract/rules/text/latin-names.ts'
import { Section } from '../../../ui/section.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** A part of the page of a manuscript. */
export const Part = (part: Omit<ComponentProps<typeof Section>, 'className'>) => (
  <Section {...part} className="ms-part" />
)

/** Plain text of several paragraphs; these Latin names are in italics. */
export function Paragraphs({
  text,
  latinNames = [],
  className = 'ms-text',
}: {
  text: string
  latinNames?: readonly string[]
  className?: string
}) {
  return (
    <div className={className}>
      {text.split(/\n[ \t]*\n/).map((paragraph, index) => (
        <p key={index}>
          <TitleText title={withItalics(paragraph.trim(), latinNames)} />
        </p>
      ))}
    </div>
  )
}

/** Where a form about a manuscript keeps what is not sent yet. */
export const draftKey = (userId: string, about: string): string => `journal:manuscript:${userId}:${about}`
