import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

const nothing = () => undefined

test('a dialog is open before its page is painted, and no key reaches the page while one replaces another', () => {
  const open: (string | undefined)[] = []
  // Its layout effect runs after that of the dialog in it.
  function Page({ isLoaded }: { isLoaded: boolean }) {
    useLayoutEffect(() => {
      open.push(document.querySelector('dialog[open] p')?.textContent)
    })
    return (
      <Dialog key={String(isLoaded)} title="Publish article" onClose={nothing}>
        <p>{isLoaded ? 'Loaded' : 'Loading'}</p>
      </Dialog>
    )
  }
  const { rerender } = render(<Page isLoaded={false} />)
  rerender(<Page isLoaded />)
  expect(open).toEqual(['Loading', 'Loaded'])
})
