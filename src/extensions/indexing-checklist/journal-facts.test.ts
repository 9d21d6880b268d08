import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countEditors } from './journal-facts.ts'

describe('the editors on the page of the board', () => {
  test('are counted on the sample’s page', () => {
    const sample = join(import.meta.dirname, '..', '..', '..', 'sample', 'editorial-board.html')
    expect(countEditors(readFileSync(sample, 'utf8'))).toBe(15)
  })

  test.each([
    ['<p>Dr Flora Green</p>', 0],
    ['<p><strong>Dr Flora Green</strong></p>', 0],
    ['<p><strong>Dr Flora Green</strong>, Kew Gardens</p>', 1],
    ['<p><b>Editor-in-Chief</b></p><p><b>Flora Green</b><br>Kew Gardens</p>', 1],
    ['<ul><li><p><strong>Flora Green</strong>, Kew Gardens</p></li></ul>', 1],
    ['<table><tbody><tr><td><strong>Flora Green</strong> Kew Gardens</td></tr></tbody></table>', 1],
    ['<h2>Editors</h2><blockquote><p><strong>Flora Green</strong>, Kew Gardens</p></blockquote>', 1],
    ['', 0],
  ])('of %s are %i', (members, count) => expect(countEditors(members)).toBe(count))
})
