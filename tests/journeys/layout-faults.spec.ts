import { expect, test } from '@playwright/test'
import { layoutFaults, openAllDetails } from './layout-faults.ts'

const icon = (kind: string) => `<a class="btn icon" href="#"><svg class="${kind}" width="24" height="24"></svg></a>`
const rows = (...inRows: string[]) =>
  `<ul>${inRows.map((icons) => `<li><span class="acts">${icons}</span></li>`).join('')}</ul>`
const ADDRESS = 'nasreen.baloch@botany-of-drylands.test'

/** What goes wrong on pages, one fault each, and how it is reported. */
const FAULTS: [what: string, html: string, report: RegExp][] = [
  ['a page that scrolls sideways', '<div style="width: 60rem">Listings</div>', /^the page scrolls sideways by \d+ px$/],
  [
    'a button beyond the edge',
    '<div style="overflow-x: clip"><button style="margin-left: 30rem">Send</button></div>',
    /^(?:sticks out|cut by div): div > button "Send"$/,
  ],
  [
    'a tab that is cut',
    '<div style="overflow: hidden; white-space: nowrap; width: 9rem"><span>Manuscript Reviewers Checks</span></div>',
    /^cut by div: div > span/,
  ],
  [
    'reasons with one letter a line',
    '<p style="width: 1ch; overflow-wrap: anywhere">Shares a keyword</p>',
    /^narrow: body > p \(\d+ px\) "Shares a keyword"$/,
  ],
  ['a column of under 12 characters', '<p style="width: 9ch">Has written with an author</p>', /^narrow: body > p/],
  [
    'an address that is broken in mid-word',
    `<p style="width: 16ch; word-break: break-all">${ADDRESS}</p>`,
    /^broken in mid-word: body > p at "\w/,
  ],
  [
    'the choice of a menu that is cut',
    '<select style="width: 5rem"><option>Version 2, revised manuscript</option></select>',
    /^choice is cut and has no title: body > select/,
  ],
  ['icons of rows that do not line up', rows(icon('eye') + icon('bin'), icon('bin')), /^icons not in columns: .* bin/],
  ['icons of one row on two lines', rows(`${icon('eye')}<br>${icon('bin')}`), /^icons on two lines: ul > li/],
  [
    'a frame that scrolls for the mouse alone',
    '<div style="width: 9rem; overflow-x: auto"><div style="width: 40rem">Table</div></div>',
    /^scrolls sideways without the keyboard, because of div/,
  ],
  [
    'what a menu holds',
    '<details style="width: 9rem; overflow: hidden"><summary>Menu</summary><nobr>Record that the proof was sent</nobr></details>',
    /^cut by details: /,
  ],
]

for (const [what, html, report] of FAULTS)
  test(`${what} is found`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.setContent(`<!doctype html><title>Faults</title><body style="font: 16px sans-serif">${html}`)
    await openAllDetails(page)
    expect(await layoutFaults(page)).toContainEqual(expect.stringMatching(report))
  })

test('nothing is found where words wrap, icons line up and what is cut says all in its title', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.setContent(`<!doctype html><title>None</title><body style="font: 16px sans-serif">
    <p>Has written with an author of this manuscript in the last three years.</p>
    <p style="width: 16ch">nasreen.<wbr>baloch@<wbr>botany-of-drylands.<wbr>test</p>
    <select style="width: 5rem" title="Version 2, revised"><option>Version 2, revised</option></select>
    <div tabindex="0" style="width: 9rem; overflow-x: auto"><div style="width: 40rem">Table</div></div>
    ${rows(icon('eye') + icon('bin'), icon('eye') + icon('bin'))}`)
  await openAllDetails(page)
  expect(await layoutFaults(page)).toEqual([])
})
