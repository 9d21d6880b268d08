import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { KeywordLinks } from './keyword-links.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RichHtml, TitleText } from '../../ui/title-text.tsx'

const TITLE = '<i>GS9</i> of <i>Oryza sativa</i>'
const latin = (within: Element = document.body) =>
  [...within.querySelectorAll('[lang="la"]')].map(({ textContent }) => textContent)

test('Latin names of titles and abstracts are said to be Latin', () => {
  render(<TitleText title={TITLE} />)
  expect(latin()).toEqual(['Oryza sativa'])
  const { container } = render(<RichHtml html="<p><i>Zea mays</i> grew <i>in vitro</i> (<i>p</i> = 1)</p>" />)
  expect(latin(container)).toEqual(['Zea mays', 'in vitro'])
})

test('keywords set in italics what title and abstract do', () => {
  const keywords = 'Oryza sativa, Z. mays, rice'
  const Shown = createRoutesStub([
    { path: '/', Component: () => <KeywordLinks keywords={keywords} title={TITLE} abstract="<i>Zea mays</i>" /> },
  ])
  const { container } = render(<Shown />)
  expect(latin(container)).toEqual(['Oryza sativa', 'Z. mays'])
  expect(container.textContent).toBe(keywords)
})

test('a dialog opens on its first field', () => {
  render(
    <Dialog title="Approve" onClose={() => {}}>
      <input type="radio" name="kind" aria-label="One" />
      <input type="radio" name="kind" aria-label="Two" defaultChecked />
      <input aria-label="Name" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Two'))
})
