/**
 * What a full text does as a plain document, before React or without it. Reading needs none of it: contents, citations
 * and figures are links. Loaded by pages with a full text alone, and told when React puts another text on the page.
 */
import { followReader } from './contents.ts'
import { READING } from './event.ts'
import { foldReferences } from './references.ts'
import { tellOfWidth } from './frames.ts'
import { openLarge } from './large.ts'
import { prepareForPrint } from './printing.ts'
import { closeSlip, openSlips } from './slip.ts'
import { moveAlongStrip } from './strip.ts'

function prepare(): void {
  closeSlip()
  followReader.now()
  tellOfWidth()
  foldReferences()
}

followReader()
openSlips()
openLarge()
moveAlongStrip()
prepareForPrint()
document.addEventListener(READING, prepare)
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', prepare)
else prepare()
