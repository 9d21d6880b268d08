import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROUNDS, lookTokens, shadesFor } from '../../contract/rules/settings/colours.ts'
import { LEAF } from '../../contract/rules/settings/look.ts'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

test('the grounds and the green are those of the style sheet', () => {
  for (const name of ['paper', 'sheet', 'wash', 'ink', 'muted'] as const)
    expect(tokens).toContain(`--${name}: light-dark(${GROUNDS.light[name]}, ${GROUNDS.dark[name]})`)
  const { light, dark } = shadesFor(LEAF)
  const inTheDark = new Map(lookTokens(dark))
  for (const [token, value] of lookTokens(light))
    expect(tokens).toContain(`${token}: light-dark(${value}, ${inTheDark.get(token)});`)
})
