/** The program of the process that `CitationFormatter` starts: answers one question after the other. */
import type { Item } from './item.ts'
import { formatInAllStyles } from './processor.ts'

process.on('message', (item) => process.send?.(formatInAllStyles(item as Item)))
// The journal's process has ended.
process.on('disconnect', () => process.exit())
