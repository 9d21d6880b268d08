import type { Editor } from '@tiptap/core'
import { useRef } from 'react'
import { Icon } from './icons.tsx'
import type { Roving } from './use-roving.ts'

const LEVELS = [1, 2, 3] as const

export const styleOf = (editor: Editor): string =>
  String(LEVELS.find((level) => editor.isActive('heading', { level })) ?? 'text')

/** Normal text or a heading: a native select, which phones show in full. */
export function StyleChoice({ editor, value, roving }: { editor: Editor; value: string; roving: Roving }) {
  // After a choice by pointer the focus returns to the text; with the keyboard it stays in the list.
  const byPointer = useRef(false)
  return (
    <span className="text-style">
      <select
        {...roving.tool('style')}
        aria-label="Text style"
        title="Text style"
        value={value}
        onPointerDown={() => (byPointer.current = true)}
        onKeyDown={() => (byPointer.current = false)}
        onChange={(event) => {
          const level = LEVELS.find((each) => String(each) === event.target.value)
          const chain = byPointer.current ? editor.chain().focus() : editor.chain()
          ;(level ? chain.setHeading({ level }) : chain.setParagraph()).run()
        }}
      >
        <option value="text">Normal text</option>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}
