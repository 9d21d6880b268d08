import type { ComponentProps } from 'react'
import { Section } from '../../../ui/section.tsx'

/** A part of the page of a manuscript. */
export const Part = (part: Omit<ComponentProps<typeof Section>, 'className'>) => (
  <Section {...part} className="ms-part" />
)

/** Plain text of several paragraphs. */
export function Paragraphs({ text, className = 'ms-text' }: { text: string; className?: string }) {
  return (
    <div className={className}>
      {text.split(/\n[ \t]*\n/).map((paragraph, index) => (
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}

/** Where a form about a manuscript keeps what is not sent yet. */
export const draftKey = (userId: string, about: string): string => `journal:manuscript:${userId}:${about}`
