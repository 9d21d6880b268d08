import type { ReactNode } from 'react'
import stylesheet from '../../../styles/notice-desk.css?url'
import { ChangedWords } from '../../../ui/changed-words.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'

export interface RequestedPassage {
  passage: string
  wording: string
}

/** Passages of an article, what each says and what it should say; the words in which they differ are marked. */
export function Passages({
  passages,
  beside,
}: {
  passages: readonly RequestedPassage[]
  /** What can be done with a passage. */
  beside?: (passage: RequestedPassage) => ReactNode
}) {
  if (!passages.length) return null
  return (
    <>
      <Stylesheet href={stylesheet} precedence="site" />
      <ol className="space" role="list">
        {passages.map((each, index) => (
          <li key={index}>
            <Passage {...each} />
            {beside?.(each)}
          </li>
        ))}
      </ol>
    </>
  )
}

const Passage = ({ passage, wording }: RequestedPassage) => (
  <dl className="qa differ-t breakable">
    <div>
      <dt>The article says</dt>
      <dd>{wording ? <ChangedWords before={passage} after={wording} without="added" /> : passage}</dd>
    </div>
    {wording && (
      <div>
        <dt>It should say</dt>
        <dd>
          <ChangedWords before={passage} after={wording} without="removed" />
        </dd>
      </div>
    )}
  </dl>
)
