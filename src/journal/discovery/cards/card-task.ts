import sharp from 'sharp'
import { cardSvg, type Card } from './card-svg.ts'

/** Paints one card as PNG. Few colours: a palette takes a third of the bytes, and nobody sees a difference. */
export default (_content: Buffer, card: Card): Promise<Buffer> => {
  sharp.concurrency(1)
  return sharp(Buffer.from(cardSvg(card)))
    .png({ palette: true, colours: 128, effort: 7 })
    .toBuffer()
}
