import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Signature {
  name: string
  /** Given, refused, awaited, not given in time, not asked for, or left out by who may sign. */
  state: 'yes' | 'no' | 'asked' | 'none' | 'waived' | 'unsigned'
  words: string
  isYours?: boolean
  remark?: ReactNode
}

/** Names on lines: solid when signed, dotted while open. */
export function Signatures({ all }: { all: readonly Signature[] }) {
  return (
    <ul className="sign" role="list">
      {all.map(({ name, state, words, isYours, remark }, index) => (
        <li key={index} className={isYours ? `${state} yours` : state}>
          <span className="line">{name}</span>
          <span className="st">
            {state === 'yes' && <Check className="ic" aria-hidden="true" />}
            {words}
          </span>
          {remark && <p>“{remark}”</p>}
        </li>
      ))}
    </ul>
  )
}
