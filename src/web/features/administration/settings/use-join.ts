import { useEffect, useMemo, useRef, useState } from 'react'
import type { JournalText } from '../../../../contract/api/settings.ts'
import { type Choice, type Join, joinedSource } from '../../../../contract/rules/settings/joined-source.ts'
import { browserApi } from '../../../client/api.ts'

/** What someone else has published of a text meanwhile, and how it can be joined with what is written here. */
export interface OtherText {
  text: JournalText & { since: NonNullable<JournalText['since']> }
  join: Join
  choices: readonly (Choice | undefined)[]
  choose: (question: number, choice: Choice) => void
}

/**
 * Asks whether a text that someone is changing was written by someone else since the version that they saw. If it was not,
 * `onSame` gets the version in which it is still the same.
 */
export function useJoin(
  { kind, slug, version }: Pick<JournalText, 'kind' | 'slug' | 'version'>,
  { source, seen }: { source: string; seen: number | null },
  onSame: (version: number) => void,
): { other: OtherText | null; ask: () => void } {
  const [found, setFound] = useState<OtherText['text'] | null>(null)
  const [choices, setChoices] = useState<OtherText['choices']>([])
  const [asked, setAsked] = useState(0)
  const latest = useRef(onSame)
  latest.current = onSame
  const isBehind = seen !== null && seen < version
  useEffect(() => {
    let isGone = false
    const look = async () => {
      if (seen === null) return
      const text = await browserApi.settings.text({ kind, slug, seen })
      if (isGone) return
      if (text.since === null) return latest.current(text.version)
      setChoices([])
      setFound({ ...text, since: text.since })
    }
    // Without an answer the next press is refused again, and asks again.
    if (isBehind || asked) look().catch(() => {})
    else setFound(null)
    return () => {
      isGone = true
    }
  }, [kind, slug, seen, isBehind, asked])
  const text = isBehind ? found : null
  const join = useMemo(() => text && joinedSource(text.since.source, source, text.source), [text, source])
  return {
    other: text &&
      join && {
        ...{ text, join, choices },
        choose: (question, choice) =>
          setChoices(join.questions.map((_question, at) => (at === question ? choice : choices[at]))),
      },
    ask: () => setAsked((before) => before + 1),
  }
}
