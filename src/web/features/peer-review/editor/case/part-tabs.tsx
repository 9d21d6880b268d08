import { useEffect, useState } from 'react'

export const PARTS = {
  ms: 'Manuscript',
  appeal: 'Appeal',
  proof: 'Proof',
  reports: 'Reports',
  reviewers: 'Reviewers',
  checks: 'Checks',
  authors: 'Authors',
  messages: 'Messages',
  notes: 'Notes',
  history: 'History',
} as const
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as Part[]

const isPart = (name: string): name is Part => name in PARTS

/** One scroll with anchors on wide screens; on narrow ones a part at a time. */
export function PartTabs({
  parts,
  shown,
  show,
  counts,
  titles,
}: {
  parts: readonly Part[]
  shown: Part
  show: (part: Part) => void
  counts: Partial<Record<Part, number>>
  /** Where it is not the usual one. */
  titles: Partial<Record<Part, string>>
}) {
  return (
    <nav className="tabs" aria-label="Parts of the case">
      <ul role="list">
        {parts.map((part) => (
          <li key={part} className={part === 'ms' ? 'phone' : undefined}>
            <a
              href={`#${part}`}
              aria-current={part === shown ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault()
                show(part)
              }}
            >
              {titles[part] ?? PARTS[part]}
              {counts[part] ? <span className="n"> {counts[part]}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const NARROW = '(max-width: 60rem)'

/** Which of the parts is shown, or on wide screens in view. The address may name the first one. */
export function useParts(parts: readonly Part[], first: Part) {
  const [chosen, setShown] = useState<Part>(() => {
    const named = location.hash.slice(1)
    return isPart(named) ? named : first
  })
  const shown = parts.includes(chosen) ? chosen : first
  const all = parts.join(' ')

  // On wide screens the tab follows the scrolling.
  useEffect(() => {
    const sections = PART_NAMES.filter((part) => part !== 'ms').flatMap((part) => document.getElementById(part) ?? [])
    const observer = new IntersectionObserver(
      (entries) => {
        if (matchMedia(NARROW).matches) return
        const first = entries.find(({ isIntersecting }) => isIntersecting)?.target.id
        if (first && isPart(first)) setShown(first)
      },
      { rootMargin: '-15% 0px -75% 0px' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [all])

  const show = (part: Part) => {
    setShown(part)
    history.replaceState(history.state, '', `#${part}`)
    requestAnimationFrame(() => {
      const section = document.getElementById(part)
      if (matchMedia(NARROW).matches) document.querySelector('.case > .tabs')?.scrollIntoView({ block: 'start' })
      else section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    })
  }
  return { shown, show }
}
