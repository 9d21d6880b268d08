import { useState } from 'react'
import { PageHead } from '../../ui/page-head.tsx'
import { RichHtml } from '../../ui/title-text.tsx'
import { RichTextField } from '../../ui/rich-text/rich-text-field.tsx'

export { handle, links } from '../needs-scripts.ts'

/** A demonstration of the editor: nothing is saved or sent. */
export default function TextEditorDemo() {
  const [html, setHtml] = useState('')
  return (
    <div className="wrap">
      <PageHead title="Text Editor Demo" noindex />
      <header className="head wrapping">
        <div>
          <h1>Text Editor Demo</h1>
          <p>Nothing you write here is saved or sent.</p>
        </div>
      </header>
      <div className="editor-demo">
        <RichTextField label="Your post" placeholder="Start writing your post..." value={html} onChange={setHtml} />
        <section aria-labelledby="live-preview">
          <h2 id="live-preview">Live Preview</h2>
          {/* Safe: contains only what the editor's schema allows. */}
          {html ? <RichHtml html={html} /> : <p className="preview muted">What you write appears here.</p>}
        </section>
      </div>
    </div>
  )
}
