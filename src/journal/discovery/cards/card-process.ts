/** The program of the process that `CardPainter` starts: paints one card. Its input is the card as JSON. */
import sharp from 'sharp'
import { keepLimits } from '../../../platform/workers/process-limits.ts'
import { cardSvg, type Card } from './card-svg.ts'

keepLimits()
sharp.concurrency(1)
const card = JSON.parse(Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString()) as Card
// Few colours: a palette takes a third of the bytes, and nobody sees a difference.
const png = await sharp(Buffer.from(cardSvg(card)))
  .png({ palette: true, colours: 128, effort: 7 })
  .toBuffer()
process.send?.(png)
