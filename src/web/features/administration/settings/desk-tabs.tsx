import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** Fields at the left and what they change at the right; on a phone one of the two at a time. */
export function DeskTabs({ fields, seen }: { fields: ReactNode; seen: ReactNode }) {
  const [tab, setTab] = useState<'fields' | 'seen'>('fields')
  return (
    <>
      <div className="dtabs" role="group" aria-label="Parts of this page">
        {(['fields', 'seen'] as const).map((part) => (
          <button key={part} type="button" aria-pressed={tab === part} onClick={() => setTab(part)}>
            {part === 'fields' ? 'Fields' : 'Preview'}
          </button>
        ))}
      </div>
      <div className="desk" data-tab={tab}>
        <div className="fields">{fields}</div>
        <section className="seen-here" aria-labelledby="seen-name">
          <div className="stay">
            <h2 id="seen-name" className="panel-title aligned-inline">
              <Eye className="ic" aria-hidden="true" />
              Preview
            </h2>
            {seen}
          </div>
        </section>
      </div>
    </>
  )
}
