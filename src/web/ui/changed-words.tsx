import { Fragment, useMemo } from 'react'
import { changedRuns, plainWords } from '../../contract/rules/articles/changed-words.ts'

const TAGS = { added: 'ins', removed: 'del' } as const

/** A text and its new wording in one, word by word; `without` shows one of the two alone, with what differs marked. */
export function ChangedWords({
  before,
  after,
  without,
}: {
  before: string
  after: string
  without?: keyof typeof TAGS
}) {
  const runs = useMemo(() => changedRuns(plainWords(before), plainWords(after)), [before, after])
  return runs.map(({ kind, words }, index) => {
    if (kind === without) return null
    const text = words.map((word) => word.text).join(' ')
    if (kind === 'same') return <Fragment key={index}>{text} </Fragment>
    const Tag = TAGS[kind]
    return (
      <Fragment key={index}>
        <Tag>
          <span className="sr">{kind}: </span>
          {text}
        </Tag>{' '}
      </Fragment>
    )
  })
}
